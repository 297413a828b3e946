/// What a motion moves along or about.
public enum MotionAxis: String, Sendable, Hashable, CaseIterable {
    /// Where the camera looks, clockwise from true north.
    case azimuth
    /// How far the camera looks up from the horizon.
    case pitch
    /// About the camera's direction; positive lowers the device's right edge.
    case roll
    case east
    case north
    case up

    public var isAngle: Bool { self == .azimuth || self == .pitch || self == .roll }

    /// Degrees or metres.
    public var unit: String { isAngle ? "deg" : "m" }
}
