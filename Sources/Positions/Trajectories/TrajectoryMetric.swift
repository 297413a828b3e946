/// The kind of pose error that is measured on two matched trajectories.
public enum TrajectoryMetric: Sendable, Hashable {
    /// The absolute pose error (APE), of each matched pose.
    case absolute
    /// The relative pose error (RPE), of the motion within each pair of poses.
    case relative(PosePairing)

    /// The metric's name: `ape` or `rpe`.
    public var name: String {
        switch self {
        case .absolute: "ape"
        case .relative: "rpe"
        }
    }
}

/// The part of a pose error that is measured.
public enum PosePart: String, Sendable, Hashable, CaseIterable {
    /// The length of the error's translation, in metres.
    case translation
    /// The angle of the error's rotation, in degrees.
    case rotation
    /// The Frobenius norm ‖E − I‖ of the 4×4 matrix E, which mixes metres and rotation and so has no unit.
    case full
    /// The error of the distance between the two poses of a pair, in metres.
    case distance

    /// The unit: `m`, `deg`, or nil where the part has no unit.
    public var unit: String? {
        switch self {
        case .translation, .distance: "m"
        case .rotation: "deg"
        case .full: nil
        }
    }

    /// The parts that an absolute error has.
    public static let absolute: [PosePart] = [.translation, .rotation, .full]
}
