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

/// Which part of a pose error counts.
public enum PosePart: String, Sendable, Hashable, CaseIterable {
    /// Its translation: metres.
    case translation
    /// The angle of its rotation: degrees.
    case rotation
    /// ‖E − I‖ of the 4×4 matrix E, by Frobenius: metres and rotation mixed, so without a unit.
    case full
    /// How much the distance between the two points is wrong: metres.
    case distance

    /// `m`, `deg`, or nil where there is none.
    public var unit: String? {
        switch self {
        case .translation, .distance: "m"
        case .rotation: "deg"
        case .full: nil
        }
    }

    /// The parts of an absolute error, which is that of one pose.
    public static let absolute: [PosePart] = [.translation, .rotation, .full]
}
