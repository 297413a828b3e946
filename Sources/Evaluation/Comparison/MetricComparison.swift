/// The comparison of one metric of one pipeline in two results.
public struct MetricComparison: Sendable, Hashable {
    /// The outcome of a comparison.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The candidate is worse by more than the threshold.
        case worse
        /// The candidate has no figure.
        case lost
        /// The figures are too few for a decision.
        case cannotTell = "cannot tell"
        /// The candidate is better.
        case better
        /// Neither worse by more than the threshold nor better; for figures that differ by chance, neither
        /// significantly.
        case same
    }

    /// A run in the baseline and in the candidate.
    public struct RunChange: Sendable, Hashable {
        /// The recording, or the common name of recordings that differ.
        public var recording: String
        /// The figure in the baseline; nil without a single one.
        public var baseline: Double?
        /// The figure in the candidate; nil without a single one.
        public var candidate: Double?
        /// The outcome for this run.
        public var verdict: Verdict
        /// The reason why the candidate has no figure; nil if it has one.
        public var reason: String?
    }

    /// The statistical evidence of a change.
    public struct Evidence: Sendable, Hashable {
        /// The number of cases of the baseline: recordings or seeds.
        public var baselineCount: Int
        /// The number of cases of the candidate.
        public var candidateCount: Int
        /// The p-value: the probability of figures at least this bad if the regression equals the threshold.
        public var pValue: Double
        /// The smallest p-value that any figures could have had.
        public var smallestPValue: Double
        /// The p-value that is needed in this comparison, whose tests share the error level.
        public var neededPValue: Double
        /// The lower bound of the relative change for this metric alone, at half the error level; nil where the figures
        /// are too few.
        public var lowerChange: Double?
        /// The upper bound of the relative change, likewise.
        public var upperChange: Double?
    }

    /// The pipeline's SPEC.
    public var pipeline: String
    /// The compared metric.
    public var metric: MetricName
    /// The pipeline whose times divide the figures; nil for metrics other than times.
    public var yardstick: String?
    /// The accepted regression.
    public var threshold: TableTolerance
    /// The baseline's mean over the compared runs; nil if nothing was measured.
    public var baseline: Double?
    /// The candidate's mean over the compared runs; nil if nothing was measured.
    public var candidate: Double?
    /// The relative change of the magnitudes (0.05: by 5 %); nil if the baseline is zero or nothing was measured.
    public var change: Double?
    /// The outcome of the comparison.
    public var verdict: Verdict
    /// The compared runs with figures of the same recording, and the runs that lost their figure.
    public var runs: [RunChange]
    /// The number of compared runs, or groups of runs.
    public var compared: Int
    /// The statistical evidence; nil for the same recordings, whose figures are compared exactly.
    public var evidence: Evidence?

    /// Whether the candidate fails this comparison.
    public var isFailure: Bool { [.worse, .lost, .cannotTell].contains(verdict) }
}
