public import SensorModel

/// Where a device is and how it is held, at one moment.
public struct Viewpoint: Sendable, Hashable {
    public var time: Seconds
    /// Device → Earth (East, North, Up). Device axes are x right, y up along the screen, z out of the screen; the camera
    /// looks along −z.
    public var orientation: UnitQuaternion
    public var point: GeographicPoint
    public var altitude: Metres

    public init(time: Seconds, orientation: UnitQuaternion, point: GeographicPoint, altitude: Metres) {
        self.time = time
        self.orientation = orientation
        self.point = point
        self.altitude = altitude
    }
}
