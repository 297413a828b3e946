/// An angle or a direction in which a motion changes. The raw value is its name in scenario files.
public enum MotionAxis: String, Sendable, Hashable, CaseIterable {
    /// The azimuth of the camera, clockwise from true north.
    case azimuth
    /// The elevation of the camera above the horizon.
    case pitch
    /// The rotation about the camera's direction; positive lowers the device's right edge.
    case roll
    /// The position to the east.
    case east
    /// The position to the north.
    case north
    /// The position upwards.
    case up

    /// Whether the axis is an angle and not a position.
    public var isAngle: Bool { self == .azimuth || self == .pitch || self == .roll }

    /// The unit of sizes in events and scenario files: `deg` or `m`.
    public var unit: String { isAngle ? "deg" : "m" }
}
