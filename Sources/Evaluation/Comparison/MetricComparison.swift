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
        /// The regression for which ``casesForSmallChange`` is computed.
        public static let smallChange = 0.05

        /// The number of cases of the baseline: recordings or seeds.
        public var baselineCount: Int
        /// The number of cases of the candidate.
        public var candidateCount: Int
        /// Whether each case of the baseline is compared with one of the candidate.
        public var isOfPairs: Bool
        /// The p-value of all tests together: the probability that any figures of the same cases are at least this bad if
        /// the regression equals the threshold; nil where no test was needed.
        public var pValue: Double?
        /// The smallest p-value that any figures could have had.
        public var smallestPValue: Double
        /// The p-value that is needed in this comparison.
        public var neededPValue: Double
        /// The fewest cases on each side, or pairs, with which a test can have that p-value; nil where no test was needed.
        public var fewestCases: Int?
        /// An estimate of the cases on each side, or pairs, that find a regression of ``smallChange`` beyond the threshold
        /// with a probability of 80 %; nil where the figures show no spread.
        public var casesForSmallChange: Int?
        /// The lower bound of the relative change for this metric alone, at half the error level; nil where the figures
        /// are too few.
        public var lowerChange: Double?
        /// The upper bound of the relative change, likewise.
        public var upperChange: Double?
    }

    /// The pipeline's SPEC.
    public var pipeline: String
    /// The compared metric.
    public var metric: Metric
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
