/// An axis of a pose error, in the reference's world frame.
public enum PoseAxis: String, Sendable, Hashable, CaseIterable {
    /// The position along the world's x axis.
    case x
    /// The position along the world's y axis.
    case y
    /// The position along the world's z axis.
    case z
    /// The rotation about x.
    case roll
    /// The rotation about y.
    case pitch
    /// The rotation about z.
    case yaw

    /// The unit: `m` or `deg`.
    public var unit: String {
        switch self {
        case .x, .y, .z: "m"
        case .roll, .pitch, .yaw: "deg"
        }
    }
}
