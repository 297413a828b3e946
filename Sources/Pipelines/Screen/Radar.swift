public import SensorModel

/// A disc that shows the places around the user as a map. For a device in portrait, the direction in which the camera
/// looks is at the top.
///
/// AREA draws the disc with north at the top, and rotates the disc by the compass reading. This reading is the view's
/// heading minus the device's roll (Geiger 2012, listings 6.9 and 6.11). iBetelgeuse rotates the disc by the heading
/// and then by the roll, as if the device lay on its back (Stevense & van der Tak 2010, section 4.6.4). Both methods
/// give the same result.
public struct Radar: Sendable, Hashable {
    /// The radius of the shown area on the ground in metres; greater than 0.
    public var range: Metres
    /// The radius of the disc in pixels; greater than 0.
    public var radius: Double

    /// Creates a radar from its radius on the ground in metres and its radius on the screen in pixels.
    public init(range: Metres, radius: Double) {
        precondition(range > 0 && radius > 0, "range and radius must be greater than 0")
        self.range = range
        self.radius = radius
    }

    /// Returns the heading at the top of the disc: the heading that the screen's top would have if the device lay on
    /// its back. Returns `nil` if the camera looks straight up; iBetelgeuse then clears the disc.
    ///
    /// - Parameter orientation: the orientation of the device, device → Earth.
    public static func heading(orientation: UnitQuaternion) -> Heading? {
        let axis = orientation.rotate(Vector3(0, 0, -1))
        guard !(ViewAngles.isVertical(axis) && axis.z > 0) else { return nil }
        let view = ViewAngles(orientation: orientation)
        return view.heading.turned(by: -view.roll)
    }

    /// Returns the position of a place in pixels from the disc's middle, x right and y down; `nil` if the place is
    /// outside the disc.
    ///
    /// - Parameters:
    ///   - enu: the vector from the device to the place (East, North, Up) in metres; its vertical part is ignored.
    ///   - heading: the heading at the top of the disc.
    public func point(ofDirection enu: Vector3, heading: Heading) -> ScreenPoint? {
        guard enu.x * enu.x + enu.y * enu.y <= range * range else { return nil }
        let angle = Angle(degrees: heading.degrees)
        let right = enu.x * angle.cosine - enu.y * angle.sine
        let ahead = enu.x * angle.sine + enu.y * angle.cosine
        return ScreenPoint(x: right / range * radius, y: -ahead / range * radius)
    }
}

/// The direction in which a device's camera looks, as heading, elevation and roll.
public struct ViewAngles: Sendable, Hashable {
    /// The heading of the camera's axis over ground. If the camera looks straight down, the result is the heading of
    /// the device's y axis. If the camera looks straight up, the result is the opposite of that heading. The heading is
    /// therefore continuous while a device is tilted from portrait.
    public var heading: Heading
    /// The elevation of the camera's axis above the horizon, in [−90°, 90°].
    public var elevation: Angle
    /// The rotation of the device about the camera's axis, counter-clockwise as the user sees it, in (−180°, 180°]. The
    /// roll is 0 in portrait, 90° with the x axis up, and 0 if the camera looks straight up or down.
    public var roll: Angle

    /// Computes the angles from an orientation.
    ///
    /// - Parameter orientation: the orientation of the device, device → Earth.
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

    /// Returns `true` if a direction is vertical within 1e-12 rad (0.2 microarcseconds), a typical rounding error.
    static func isVertical(_ direction: Vector3) -> Bool {
        max(direction.x.magnitude, direction.y.magnitude) <= 1e-12
    }
}
