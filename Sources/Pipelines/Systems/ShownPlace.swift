public import SensorModel

/// A place as a system draws it.
public struct ShownPlace: Sendable, Hashable {
    /// Its index among the places.
    public let place: Int
    public let placement: ScreenPlacement
    /// By the system's own measure.
    public let distance: Metres

    public init(place: Int, placement: ScreenPlacement, distance: Metres) {
        self.place = place
        self.placement = placement
        self.distance = distance
    }
}
