public import SensorModel

/// The direction of view of a device as heading, elevation and roll.
public struct ViewAngles: Sendable, Hashable {
    /// The heading of the camera's axis over ground. Looking straight down it is that of the device's y axis, and
    /// straight up the opposite, so that it is continuous for a device tilted from portrait.
    public var heading: Heading
    /// The elevation of the camera's axis above the horizon, in [−90°, 90°].
    public var elevation: Angle
    /// The rotation of the device about the camera's axis, counter-clockwise as the user sees it, in (−180°, 180°]: 0
    /// in portrait, 90° with the x axis up. It is 0 when the device looks straight up or down.
    public var roll: Angle

    /// Creates angles from their parts.
    public init(heading: Heading, elevation: Angle, roll: Angle) {
        self.heading = heading
        self.elevation = elevation
        self.roll = roll
    }

    /// Computes the angles of an orientation.
    ///
    /// - Parameter orientation: device → Earth.
    public init(orientation: UnitQuaternion) {
        let axis = orientation.rotate(Vector3(0, 0, -1))
        elevation = axis.elevation
        guard !Self.isVertical(axis) else {
            let top = orientation.rotate(Vector3(0, axis.z > 0 ? -1 : 1, 0))
            heading = Heading(degrees: top.bearing.degrees)
            roll = .zero
            return
        }
        heading = Heading(degrees: axis.bearing.degrees)
        // Geiger 2012, listing 6.9: atan2(−a_y, a_x) − π/2, where the acceleration a points down.
        let up = orientation.conjugate.rotate(Vector3(0, 0, 1))
        roll = Angle(ofPoint: up.y, up.x)
    }

    /// Whether the horizontal part of a direction is only rounding: 1e-12 is 0.2 microseconds of arc.
    static func isVertical(_ direction: Vector3) -> Bool {
        max(direction.x.magnitude, direction.y.magnitude) <= 1e-12
    }
}
