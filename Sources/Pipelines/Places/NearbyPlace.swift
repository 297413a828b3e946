public import SensorModel

/// A place of an index and how far it is.
public struct NearbyPlace: Sendable, Hashable {
    /// Into the places that the index was made of.
    public let index: Int
    /// Over ground, by haversines.
    public let distance: Metres

    public init(index: Int, distance: Metres) {
        self.index = index
        self.distance = distance
    }
}
