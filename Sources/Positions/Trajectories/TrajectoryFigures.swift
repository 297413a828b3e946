public import Evaluation

/// The result of a comparison of two trajectories without the errors of single poses.
public struct TrajectoryFigures: Sendable, Hashable {
    /// The statistics of the signed errors along an axis.
    public struct Axis: Sendable, Hashable {
        /// The axis.
        public let axis: PoseAxis
        /// The statistics in the axis's unit.
        public let statistics: ErrorStatistics
    }

    /// The metric: absolute or relative pose error.
    public let metric: TrajectoryMetric
    /// The part of the pose error that is measured.
    public let part: PosePart
    /// The rule that matched the poses, with the offset that was applied.
    public let matching: TrajectoryMatching
    /// Whether the poses were matched by their order, because the files have no times.
    public let isMatchedByOrder: Bool
    /// The number of matched poses.
    public let matched: Int
    /// The number of the reference's poses without a match.
    public let referenceLeftOut: Int
    /// The number of the estimate's poses without a match.
    public let estimateLeftOut: Int
    /// The number of pairs that share their pose of the denser trajectory with the pair before.
    public let repeated: Int
    /// The alignment of the estimate with the reference.
    public let alignment: PoseAlignment
    /// The transform that the alignment applied to the estimate.
    public let transform: SimilarityTransform
    /// The correction of the estimate before the comparison; nil without one.
    public let correction: TrajectoryCorrection?
    /// The statistics of the errors in the part's unit.
    public let statistics: ErrorStatistics
    /// The statistics along each axis; empty unless requested.
    public let axes: [Axis]

    /// The figures of a comparison.
    ///
    /// - Parameter correction: the correction of the estimate before the comparison; nil without one.
    public init(_ comparison: TrajectoryComparison, correction: TrajectoryCorrection? = nil) {
        metric = comparison.metric
        part = comparison.part
        matching = comparison.matching
        isMatchedByOrder = comparison.association.times == nil
        matched = comparison.association.count
        referenceLeftOut = comparison.association.referenceLeftOut
        estimateLeftOut = comparison.association.estimateLeftOut
        repeated = comparison.association.repeated
        alignment = comparison.alignment
        transform = comparison.transform
        self.correction = correction
        statistics = comparison.statistics
        axes = comparison.axes.map { Axis(axis: $0.axis, statistics: $0.statistics) }
    }
}
