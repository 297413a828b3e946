public import Recordings
import SensorModel

/// Errors of an estimated trajectory against a reference: one per matched pose, or one per pair of them.
///
/// Absolute and relative pose error of Sturm et al. 2012, doi:10.1109/IROS.2012.6385773, with the definitions of the
/// Python package `evo`.
public struct TrajectoryComparison: Sendable {
    public let metric: TrajectoryMetric
    public let part: PosePart
    public let matching: TrajectoryMatching
    public let alignment: PoseAlignment
    /// What the alignment did to the estimate.
    public let transform: SimilarityTransform
    public let association: TrajectoryAssociation
    /// In the part's unit, in the order of the poses.
    public let errors: [Double]
    /// For each error the place of its pose among the matched ones, of the second one for pairs.
    public let places: [Int]
    /// For each error the place of its pair's first pose; nil for absolute errors.
    public let startPlaces: [Int]?
    public let statistics: ErrorStatistics

    /// Matches, aligns and compares. O(n log n) time.
    ///
    /// - Throws: a ``TrajectoryError`` where nothing matches, the alignment is not determined, or no pair is found.
    public init(
        _ metric: TrajectoryMetric = .absolute,
        of part: PosePart = .translation,
        reference: Trajectory,
        estimate: Trajectory,
        matching: TrajectoryMatching = TrajectoryMatching(),
        alignment: PoseAlignment = .none
    ) throws(TrajectoryError) {
        let matched = try TrajectoryAssociation(reference: reference, estimate: estimate, matching: matching)
        let transform = try alignment.fit(reference: matched.reference, estimate: matched.estimate)
        switch metric {
        case .absolute:
            errors = Self.absolute(part, matched, transform)
            places = Array(errors.indices)
            startPlaces = nil
        case .relative(let pairing):
            let pairs = try pairing.pairs(of: matched.estimate, times: matched.times, scale: transform.scale)
            errors = Self.relative(part, matched, transform, pairs)
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

    private static func relative(
        _ part: PosePart,
        _ matched: TrajectoryAssociation,
        _ transform: SimilarityTransform,
        _ pairs: [PosePair]
    ) -> [Double] {
        pairs.map { pair in
            let reference = (start: matched.reference[pair.start], end: matched.reference[pair.end])
            let estimate = (
                start: transform.apply(to: matched.estimate[pair.start]),
                end: transform.apply(to: matched.estimate[pair.end])
            )
            guard part != .distance else {
                let length = (reference.end.position - reference.start.position).length
                return abs(length - (estimate.end.position - estimate.start.position).length)
            }
            return PoseError(relative: reference, estimate).size(part)
        }
    }
}
