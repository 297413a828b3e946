public import Evaluation
public import Recordings
public import SensorModel

/// The errors of an estimated trajectory relative to a reference trajectory.
///
/// The errors are absolute pose errors, one per matched pose, or relative pose errors, one per pair of poses. They are
/// defined by Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, and computed as in the Python package `evo`.
///
/// ```swift
/// let comparison = try TrajectoryComparison(reference: truth, estimate: slam, alignment: .se3)
/// print(comparison.statistics.rootMeanSquare)  // metres
/// ```
public struct TrajectoryComparison: Sendable {
    /// The kind of error: absolute or relative pose error.
    public let metric: TrajectoryMetric
    /// The part of the pose error that is measured, such as the translation.
    public let part: PosePart
    /// The rule that matched the poses.
    public let matching: TrajectoryMatching
    /// The rule by which the estimate was aligned with the reference.
    public let alignment: PoseAlignment
    /// The transform that the alignment applied to the estimate.
    public let transform: SimilarityTransform
    /// The matched poses.
    public let association: TrajectoryAssociation
    /// The errors in the unit of ``part``, in the order of the poses.
    public let errors: [Double]
    /// The index of the matched pose to which each error belongs. A relative error belongs to the second pose of its
    /// pair.
    public let places: [Int]
    /// The index, among the matched poses, of the first pose in each relative error's pair; `nil` for absolute errors.
    public let startPlaces: [Int]?
    /// The statistics of ``errors``.
    public let statistics: ErrorStatistics
    /// The signed errors for each axis; empty unless requested.
    public let axes: [PoseAxisErrors]
    /// The numbers of poses whose errors are below the limits that benchmarks of visual localisation use. The array is
    /// empty unless ``metric`` is absolute and ``part`` is full.
    public let recalls: [PoseRecall]

    /// Matches, aligns and compares two trajectories. O(n log n) time. Relative errors over all pairs whose distance is
    /// given in degrees take O(n²) time.
    ///
    /// - Throws: ``TrajectoryError`` if no poses match, the positions do not determine the alignment, or no pair of
    ///   poses is found.
    public init(
        _ metric: TrajectoryMetric = .absolute,
        of part: PosePart = .translation,
        reference: Trajectory,
        estimate: Trajectory,
        matching: TrajectoryMatching = TrajectoryMatching(),
        alignment: PoseAlignment = .none,
        measuresAxes: Bool = false
    ) throws(TrajectoryError) {
        let matched = try TrajectoryAssociation(reference: reference, estimate: estimate, matching: matching)
        let transform = try alignment.fit(reference: matched.reference, estimate: matched.estimate)
        let truth = matched.reference
        let aligned: [Pose] = matched.estimate.map { transform.apply(to: $0) }
        switch metric {
        case .absolute:
            let poses = zip(truth, aligned)
            errors = poses.map { PoseError(absolute: $0, $1).size(part) }
            recalls = part == .full ? PoseRecall.all(poses.map { PoseError(absolute: $0, $1) }) : []
            axes = measuresAxes ? PoseAxisErrors.all(poses.map { SignedPoseError(absolute: $0, $1) }) : []
            places = Array(errors.indices)
            startPlaces = nil
        case .relative(let pairing):
            let pairs = try pairing.pairs(of: matched.estimate, times: matched.times, scale: transform.scale)
            let motions = pairs.map { (truth: $0.ends(in: truth), estimate: $0.ends(in: aligned)) }
            errors = motions.map { Self.relative(part, $0.truth, $0.estimate) }
            recalls = []
            axes =
                measuresAxes
                ? PoseAxisErrors.all(motions.map { SignedPoseError(relative: $0.truth, $0.estimate) }) : []
            places = pairs.map(\.end)
            startPlaces = pairs.map(\.start)
        }
        guard let statistics = ErrorStatistics(errors) else { throw .unequalCounts(reference: 0, estimate: 0) }
        self.statistics = statistics
        self.metric = metric
        self.part = part
        self.matching = matching
        self.alignment = alignment
        self.transform = transform
        association = matched
    }

    private static func relative(_ part: PosePart, _ reference: PosePair.Ends, _ estimate: PosePair.Ends) -> Double {
        guard part == .distance else { return PoseError(relative: reference, estimate).size(part) }
        let length = (reference.end.position - reference.start.position).length
        return abs(length - (estimate.end.position - estimate.start.position).length)
    }
}

/// The number of poses with a position error below one limit and an orientation error below another, as in benchmarks
/// of visual localisation (Sattler et al. 2018, doi:10.1109/CVPR.2018.00897).
public struct PoseRecall: Sendable, Hashable {
    /// The limit of the position error in metres.
    public let metres: Metres
    /// The limit of the orientation error in degrees.
    public let degrees: Double
    /// The number of poses whose position error is below ``metres`` and whose orientation error is below ``degrees``.
    public let count: Int

    /// The usual pairs of a position limit and an orientation limit, for high, medium and coarse precision.
    private static let limits: [(metres: Metres, degrees: Double)] = [(0.25, 2), (0.5, 5), (5, 10)]

    /// Returns the numbers of poses whose errors are below each pair of limits.
    static func all(_ errors: [PoseError]) -> [PoseRecall] {
        limits.map { metres, degrees in
            let count = errors.count { $0.size(.translation) < metres && $0.size(.rotation) < degrees }
            return PoseRecall(metres: metres, degrees: degrees, count: count)
        }
    }
}

/// A component of a pose error, along or about an axis of the reference's world frame.
public enum PoseAxis: String, Sendable, Hashable, CaseIterable {
    /// The position error along the world's x axis.
    case x
    /// The position error along the world's y axis.
    case y
    /// The position error along the world's z axis.
    case z
    /// The rotation error about the world's x axis.
    case roll
    /// The rotation error about the world's y axis.
    case pitch
    /// The rotation error about the world's z axis.
    case yaw

    /// The unit of the component: `m` or `deg`.
    public var unit: String {
        switch self {
        case .x, .y, .z: "m"
        case .roll, .pitch, .yaw: "deg"
        }
    }
}

/// The signed errors along or about one axis, estimate minus reference.
///
/// Let p and P be the position and orientation of the aligned estimate, and q and Q the position and orientation of the
/// reference. The absolute error consists of p − q, and of the roll, pitch and yaw of P Q⁻¹ = Rz(yaw) Ry(pitch)
/// Rx(roll). A relative error is rotated from the body frame to the world frame by the reference orientation at the end
/// of the pair. Both definitions follow Zhang & Scaramuzza 2018, doi:10.1109/IROS.2018.8593941.
public struct PoseAxisErrors: Sendable, Hashable {
    /// The axis along or about which the errors are measured.
    public let axis: PoseAxis
    /// The errors in the unit of ``axis``, in the order of ``TrajectoryComparison/errors``.
    public let errors: [Double]
    /// The statistics of the signed ``errors``. The mean is the bias.
    public let statistics: ErrorStatistics

    /// Returns the errors for all axes. O(n).
    ///
    /// - Parameter errors: at least one error, in the world frame.
    static func all(_ errors: [SignedPoseError]) -> [PoseAxisErrors] {
        PoseAxis.allCases.compactMap { axis in
            let values = errors.map { $0.value(axis) }
            return ErrorStatistics(values).map { PoseAxisErrors(axis: axis, errors: values, statistics: $0) }
        }
    }
}

/// A pose error with signed components, in the reference's world frame.
struct SignedPoseError {
    /// The position error in metres.
    private let translation: Vector3
    /// The rotation errors about x, y and z.
    private let angles: (roll: Angle, pitch: Angle, yaw: Angle)

    /// Computes the absolute error of an estimated pose.
    init(absolute reference: Pose, _ estimate: Pose) {
        translation = estimate.position - reference.position
        angles = Self.angles(estimate.orientation * reference.orientation.conjugate)
    }

    /// Computes the relative error of the estimated motion from a start pose to an end pose.
    init(relative reference: PosePair.Ends, _ estimate: PosePair.Ends) {
        let (q, p) = (PoseError.motion(reference.start, reference.end), PoseError.motion(estimate.start, estimate.end))
        let back = q.orientation.conjugate
        let world = reference.end.orientation
        translation = (world * back).rotate(p.position - q.position)
        angles = Self.angles(world * (back * p.orientation) * world.conjugate)
    }

    func value(_ axis: PoseAxis) -> Double {
        switch axis {
        case .x: translation.x
        case .y: translation.y
        case .z: translation.z
        case .roll: angles.roll.degrees
        case .pitch: angles.pitch.degrees
        case .yaw: angles.yaw.degrees
        }
    }

    /// Returns the angles for which the rotation equals Rz(yaw) Ry(pitch) Rx(roll).
    private static func angles(_ rotation: UnitQuaternion) -> (roll: Angle, pitch: Angle, yaw: Angle) {
        let matrix = Matrix3(rotation)
        let level = (matrix.x.x * matrix.x.x + matrix.y.x * matrix.y.x).squareRoot()
        return (
            roll: Angle(ofPoint: matrix.z.z, matrix.z.y),
            // The arcsine would lose digits near ±90°.
            pitch: Angle(ofPoint: level, -matrix.z.x),
            yaw: Angle(ofPoint: matrix.x.x, matrix.y.x)
        )
    }
}

/// The rotation and the translation of a pose error E. They determine the size of each ``PosePart``.
struct PoseError {
    /// The rotational part of the pose error E.
    let rotation: UnitQuaternion
    /// The length of E's translation, in metres.
    let translation: Double

    /// Computes the absolute error P⁻¹Q of an estimate P and a reference Q.
    init(absolute reference: Pose, _ estimate: Pose) {
        rotation = estimate.orientation.conjugate * reference.orientation
        // ‖P⁻¹(q − p)‖ = ‖q − p‖: a rotation preserves lengths.
        translation = (reference.position - estimate.position).length
    }

    /// Computes the relative error (Q₁⁻¹Q₂)⁻¹(P₁⁻¹P₂) of the motion from start 1 to end 2, where P is the estimate and
    /// Q the reference. Source: Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, equation 1.
    init(relative reference: PosePair.Ends, _ estimate: PosePair.Ends) {
        let q = Self.motion(reference.start, reference.end)
        let p = Self.motion(estimate.start, estimate.end)
        self.init(absolute: p, q)
    }

    /// Returns the size of a part of the error, in the unit of the part.
    func size(_ part: PosePart) -> Double {
        switch part {
        case .translation, .distance:
            return translation
        case .rotation:
            return rotation.rotationAngle.degrees
        case .full:
            // ‖R − I‖² = 4(1 − cos θ) = 8 sin²(θ/2).
            let vector = Vector3(rotation.x, rotation.y, rotation.z)
            return (8 * vector.lengthSquared + translation * translation).squareRoot()
        }
    }

    /// Returns the motion A⁻¹B from pose A to pose B.
    static func motion(_ a: Pose, _ b: Pose) -> Pose {
        let inverse = a.orientation.conjugate
        return Pose(
            position: inverse.rotate(b.position - a.position),
            orientation: inverse * b.orientation
        )
    }
}

/// The kind of pose error that is measured on two matched trajectories.
public enum TrajectoryMetric: Sendable, Hashable {
    /// The absolute pose error (APE): the error of each matched pose.
    case absolute
    /// The relative pose error (RPE): the error of the motion from the first to the second pose of each pair.
    case relative(PosePairing)

    /// The name of the metric: `ape` or `rpe`.
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
    /// The Frobenius norm ‖E − I‖, where E is the error as a 4×4 matrix. The norm mixes translation and rotation, so it
    /// has no unit.
    case full
    /// The error of the distance between the two poses of a pair, in metres.
    case distance

    /// The unit of the part: `m`, `deg`, or `nil` if the part has no unit.
    public var unit: String? {
        switch self {
        case .translation, .distance: "m"
        case .rotation: "deg"
        case .full: nil
        }
    }

    /// The parts that an absolute pose error has.
    public static let absolute: [PosePart] = [.translation, .rotation, .full]
}
