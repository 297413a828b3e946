public import SensorModel

/// The places that systems show, with an index to find them by. Made once and shared by all systems.
public struct PlaceSet: Sendable {
    public let places: [PointOfInterest]
    public let index: PlaceIndex

    /// O(n log n).
    public init(_ places: [PointOfInterest]) {
        self.places = places
        index = PlaceIndex(places)
    }
}
