public import SensorModel

/// The disc on which a system shows the places around its user as on a map, with what is ahead at the top of an upright
/// device.
///
/// AREA draws it north up and turns it by the compass, whose reading is the view's heading less the device's roll
/// (Geiger 2012, listings 6.9 and 6.11); iBetelgeuse turns it by the heading and then by the roll, as if the
/// device were laid on its back (Stevense & van der Tak 2010, section 4.6.4). The two are one.
public struct Radar: Sendable, Hashable {
    /// How far the disc reaches; greater than 0.
    public var range: Metres
    /// Of the disc, in pixels; greater than 0.
    public var radius: Double

    public init(range: Metres, radius: Double) {
        precondition(range > 0 && radius > 0, "a radar has a size")
        self.range = range
        self.radius = radius
    }

    /// The heading towards the top of the device's screen, laid on its back; nil where the device looks straight up, in
    /// which case iBetelgeuse clears the disc.
    ///
    /// - Parameter orientation: device → Earth.
    public static func heading(orientation: UnitQuaternion) -> Heading? {
        let axis = orientation.rotate(Vector3(0, 0, -1))
        guard !(ViewAngles.isVertical(axis) && axis.z > 0) else { return nil }
        let view = ViewAngles(orientation: orientation)
        return view.heading.turned(by: -view.roll)
    }

    /// Where a place is on the disc, from its middle, x right and y down in pixels; nil beyond its edge.
    ///
    /// - Parameters:
    ///   - enu: from the device to the place; how high it is does not count.
    ///   - heading: at the top of the disc.
    public func point(ofDirection enu: Vector3, heading: Heading) -> ScreenPoint? {
        guard enu.x * enu.x + enu.y * enu.y <= range * range else { return nil }
        let angle = Angle(degrees: heading.degrees)
        let right = enu.x * angle.cosine - enu.y * angle.sine
        let ahead = enu.x * angle.sine + enu.y * angle.cosine
        return ScreenPoint(x: right / range * radius, y: -ahead / range * radius)
    }
}
