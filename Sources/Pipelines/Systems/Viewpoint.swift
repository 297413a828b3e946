public import SensorModel

/// The position and orientation of a device at one moment.
public struct Viewpoint: Sendable, Hashable {
    /// The moment.
    public var time: Seconds
    /// Device → Earth (East, North, Up). Device axes are x right, y up along the screen, z out of the screen; the
    /// camera looks along −z.
    public var orientation: UnitQuaternion
    /// The latitude and longitude.
    public var point: GeographicPoint
    /// The altitude in metres.
    public var altitude: Metres

    /// Creates a viewpoint from its parts.
    public init(time: Seconds, orientation: UnitQuaternion, point: GeographicPoint, altitude: Metres) {
        self.time = time
        self.orientation = orientation
        self.point = point
        self.altitude = altitude
    }
}
