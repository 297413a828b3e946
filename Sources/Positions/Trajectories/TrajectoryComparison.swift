public import Evaluation
public import Recordings
import SensorModel

/// The errors of an estimated trajectory with respect to a reference: one per matched pose, or one per pair of poses.
///
/// The errors are the absolute or relative pose errors of Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, as the
/// Python package `evo` defines them.
///
/// ```swift
/// let comparison = try TrajectoryComparison(reference: truth, estimate: slam, alignment: .se3)
/// print(comparison.statistics.rootMeanSquare)  // metres
/// ```
public struct TrajectoryComparison: Sendable {
    /// The metric: absolute or relative pose error.
    public let metric: TrajectoryMetric
    /// The part of the pose error that is measured.
    public let part: PosePart
    /// The rule that matched the poses.
    public let matching: TrajectoryMatching
    /// The alignment of the estimate with the reference.
    public let alignment: PoseAlignment
    /// The transform that the alignment applied to the estimate.
    public let transform: SimilarityTransform
    /// The matched poses.
    public let association: TrajectoryAssociation
    /// The errors in the part's unit, in the order of the poses.
    public let errors: [Double]
    /// The index of each error's pose among the matched poses. A relative error has the index of its second pose.
    public let places: [Int]
    /// The index of the first pose of each error's pair, or `nil` for absolute errors.
    public let startPlaces: [Int]?
    /// The statistics of ``errors``.
    public let statistics: ErrorStatistics
    /// The errors along each axis; empty unless requested.
    public let axes: [PoseAxisErrors]

    /// Matches, aligns and compares two trajectories. O(n log n); relative errors over all pairs in degrees O(n²).
    ///
    /// - Throws: ``TrajectoryError`` if nothing matches, the alignment is not determined, or no pair is found.
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
        switch metric {
        case .absolute:
            errors = Self.absolute(part, matched, transform)
            axes = measuresAxes ? PoseAxisErrors.all(Self.signed(matched, transform)) : []
            places = Array(errors.indices)
            startPlaces = nil
        case .relative(let pairing):
            let pairs = try pairing.pairs(of: matched.estimate, times: matched.times, scale: transform.scale)
            errors = Self.relative(part, matched, transform, pairs)
            axes = measuresAxes ? PoseAxisErrors.all(Self.signed(matched, transform, pairs)) : []
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

    private static func absolute(
        _ part: PosePart,
        _ matched: TrajectoryAssociation,
        _ transform: SimilarityTransform
    ) -> [Double] {
        zip(matched.reference, matched.estimate).map { reference, estimate in
            guard part != .translation else {
                return (transform.apply(to: estimate.position) - reference.position).length
            }
            return PoseError(absolute: reference, transform.apply(to: estimate)).size(part)
        }
    }

    private static func signed(_ matched: TrajectoryAssociation, _ transform: SimilarityTransform) -> [SignedPoseError]
    {
        zip(matched.reference, matched.estimate).map { reference, estimate in
            SignedPoseError(absolute: reference, transform.apply(to: estimate))
        }
    }

    private static func signed(
        _ matched: TrajectoryAssociation,
        _ transform: SimilarityTransform,
        _ pairs: [PosePair]
    ) -> [SignedPoseError] {
        pairs.map { pair in
            let (reference, estimate) = ends(of: pair, matched, transform)
            return SignedPoseError(relative: reference, estimate)
        }
    }

    private typealias Ends = (start: Pose, end: Pose)

    /// Returns the poses of a pair. The poses of the estimate are aligned.
    private static func ends(
        of pair: PosePair,
        _ matched: TrajectoryAssociation,
        _ transform: SimilarityTransform
    ) -> (reference: Ends, estimate: Ends) {
        (
            reference: (start: matched.reference[pair.start], end: matched.reference[pair.end]),
            estimate: (
                start: transform.apply(to: matched.estimate[pair.start]),
                end: transform.apply(to: matched.estimate[pair.end])
            )
        )
    }

    private static func relative(
        _ part: PosePart,
        _ matched: TrajectoryAssociation,
        _ transform: SimilarityTransform,
        _ pairs: [PosePair]
    ) -> [Double] {
        pairs.map { pair in
            let (reference, estimate) = ends(of: pair, matched, transform)
            guard part != .distance else {
                let length = (reference.end.position - reference.start.position).length
                return abs(length - (estimate.end.position - estimate.start.position).length)
            }
            return PoseError(relative: reference, estimate).size(part)
        }
    }
}

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

/// The signed errors along one axis, estimate minus reference.
///
/// With the aligned estimate (p, P) and the reference (q, Q), the absolute error is p − q, and the roll, pitch and yaw
/// of P Q⁻¹ = Rz(yaw) Ry(pitch) Rx(roll). A relative error is rotated from the body frame to the world frame by the
/// reference at the end of the pair. Both follow Zhang & Scaramuzza 2018, doi:10.1109/IROS.2018.8593941.
public struct PoseAxisErrors: Sendable, Hashable {
    /// The axis.
    public let axis: PoseAxis
    /// The errors in the axis's unit, in the order of ``TrajectoryComparison/errors``.
    public let errors: [Double]
    /// The statistics of the signed ``errors``; the mean is a bias.
    public let statistics: ErrorStatistics

    /// Returns the errors along all axes. O(n).
    ///
    /// - Parameter errors: at least one error, in the world frame.
    static func all(_ errors: [SignedPoseError]) -> [PoseAxisErrors] {
        PoseAxis.allCases.compactMap { axis in
            let values = errors.map { $0.value(axis) }
            return ErrorStatistics(values).map { PoseAxisErrors(axis: axis, errors: values, statistics: $0) }
        }
    }
}

/// A pose error with its directions, in the reference's world frame.
struct SignedPoseError {
    /// The translation in metres.
    private let translation: Vector3
    /// The angles about x, y and z.
    private let angles: (roll: Angle, pitch: Angle, yaw: Angle)

    /// Computes the absolute error of an estimate.
    init(absolute reference: Pose, _ estimate: Pose) {
        translation = estimate.position - reference.position
        angles = Self.angles(estimate.orientation * reference.orientation.conjugate)
    }

    /// Computes the relative error of an estimate.
    init(relative reference: (start: Pose, end: Pose), _ estimate: (start: Pose, end: Pose)) {
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

    /// Returns the angles of Rz(yaw) Ry(pitch) Rx(roll).
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

/// The size of a pose error E, by part.
struct PoseError {
    /// The rotation of E.
    let rotation: UnitQuaternion
    /// The length of E's translation, metres.
    let translation: Double

    /// Computes the absolute error P⁻¹Q of an estimate P and a reference Q.
    init(absolute reference: Pose, _ estimate: Pose) {
        rotation = estimate.orientation.conjugate * reference.orientation
        // ‖P⁻¹(q − p)‖ = ‖q − p‖: a rotation preserves lengths.
        translation = (reference.position - estimate.position).length
    }

    /// Computes the relative error (Q₁⁻¹Q₂)⁻¹(P₁⁻¹P₂) of Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, equation 1.
    init(relative reference: (start: Pose, end: Pose), _ estimate: (start: Pose, end: Pose)) {
        let q = Self.motion(reference.start, reference.end)
        let p = Self.motion(estimate.start, estimate.end)
        self.init(absolute: p, q)
    }

    /// Returns the size of a part of the error, in the part's unit.
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

    /// Returns the motion A⁻¹B from one pose to another.
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
    /// The Frobenius norm ‖E − I‖ of the 4×4 matrix E. It mixes metres and rotation, and therefore has no unit.
    case full
    /// The error of the distance between the two poses of a pair, in metres.
    case distance

    /// The unit: `m`, `deg`, or `nil` if the part has no unit.
    public var unit: String? {
        switch self {
        case .translation, .distance: "m"
        case .rotation: "deg"
        case .full: nil
        }
    }

    /// The parts of an absolute error.
    public static let absolute: [PosePart] = [.translation, .rotation, .full]
}
