public import Evaluation
public import Recordings
import SensorModel

/// The errors of an estimated trajectory with respect to a reference: one per matched pose, or one per pair of them.
///
/// The absolute and relative pose error of Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, with the definitions of
/// the Python package `evo`.
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
    /// For each error, the index of its pose among the matched poses; the second pose of a pair.
    public let places: [Int]
    /// For each error, the index of the first pose of its pair; nil for absolute errors.
    public let startPlaces: [Int]?
    /// The statistics of ``errors``.
    public let statistics: ErrorStatistics
    /// The errors along each axis; empty unless requested.
    public let axes: [PoseAxisErrors]

    /// Matches, aligns and compares two trajectories. O(n log n); relative errors over all pairs in degrees O(n²).
    ///
    /// - Throws: ``TrajectoryError`` where nothing matches, the alignment is not determined, or no pair is found.
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

    /// The poses of a pair, those of the estimate aligned.
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
