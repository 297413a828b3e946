public import SensorModel

/// Where a place is seen from a device, before any screen.
public struct PlaceSight: Sendable, Hashable {
    /// Its index among the places.
    public let place: Int
    /// From the device to the place: East, North, Up, in metres. Zero for the device's own position.
    public let direction: Vector3
    /// By the system's own measure.
    public let distance: Metres

    public init(place: Int, direction: Vector3, distance: Metres) {
        self.place = place
        self.direction = direction
        self.distance = distance
    }
}
