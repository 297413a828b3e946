public import SensorModel

/// A disc that shows the places around the user as a map, with the forward direction of an upright device at the top.
///
/// AREA draws it north up and rotates it by the compass, whose reading is the view's heading minus the device's roll
/// (Geiger 2012, listings 6.9 and 6.11). iBetelgeuse rotates it by the heading and then by the roll, as if the device
/// lay on its back (Stevense & van der Tak 2010, section 4.6.4). The two are equal.
public struct Radar: Sendable, Hashable {
    /// The radius on the ground in metres; greater than 0.
    public var range: Metres
    /// The radius of the disc in pixels; greater than 0.
    public var radius: Double

    /// Creates a radar.
    public init(range: Metres, radius: Double) {
        precondition(range > 0 && radius > 0, "range and radius must be greater than 0")
        self.range = range
        self.radius = radius
    }

    /// The heading of the top of the device's screen as if it lay on its back; nil if the device looks straight up, for
    /// which iBetelgeuse clears the disc.
    ///
    /// - Parameter orientation: device → Earth.
    public static func heading(orientation: UnitQuaternion) -> Heading? {
        let axis = orientation.rotate(Vector3(0, 0, -1))
        guard !(ViewAngles.isVertical(axis) && axis.z > 0) else { return nil }
        let view = ViewAngles(orientation: orientation)
        return view.heading.turned(by: -view.roll)
    }

    /// The position of a place relative to the disc's middle, x right and y down in pixels; nil beyond its edge.
    ///
    /// - Parameters:
    ///   - enu: vector from the device to the place in metres; its vertical part is ignored.
    ///   - heading: heading at the top of the disc.
    public func point(ofDirection enu: Vector3, heading: Heading) -> ScreenPoint? {
        guard enu.x * enu.x + enu.y * enu.y <= range * range else { return nil }
        let angle = Angle(degrees: heading.degrees)
        let right = enu.x * angle.cosine - enu.y * angle.sine
        let ahead = enu.x * angle.sine + enu.y * angle.cosine
        return ScreenPoint(x: right / range * radius, y: -ahead / range * radius)
    }
}
