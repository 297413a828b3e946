/// What of two matched trajectories is compared.
public enum TrajectoryMetric: Sendable, Hashable {
    /// The absolute pose error (APE): pose against pose.
    case absolute
    /// The relative pose error (RPE): the motion within pairs of poses.
    case relative(PosePairing)

    /// `ape` or `rpe`.
    public var name: String {
        switch self {
        case .absolute: "ape"
        case .relative: "rpe"
        }
    }
}
