/// The comparison of one metric of one pipeline in two results.
public struct MetricComparison: Sendable, Hashable {
    /// The outcome of a comparison.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The candidate is worse by more than the threshold.
        case worse
        /// The candidate has no value.
        case lost
        /// There are too few values for a decision.
        case cannotTell = "cannot tell"
        /// The candidate is better.
        case better
        /// The candidate is neither worse by more than the threshold nor better. If values differ by chance, neither
        /// change is significant.
        case same
    }

    /// A run in the baseline and in the candidate.
    public struct RunChange: Sendable, Hashable {
        /// The recording, or the common name of different recordings.
        public var recording: String
        /// The value in the baseline; `nil` without a single value.
        public var baseline: Double?
        /// The value in the candidate; `nil` without a single value.
        public var candidate: Double?
        /// The outcome for this run.
        public var verdict: Verdict
        /// The reason why the candidate has no value; `nil` if it has a value.
        public var reason: String?
    }

    /// The statistical evidence of a change.
    public struct Evidence: Sendable, Hashable {
        /// The relative regression for which ``casesForSmallChange`` is computed.
        public static let smallChange = 0.05

        /// The number of cases of the baseline: recordings or seeds.
        public var baselineCount: Int
        /// The number of cases of the candidate.
        public var candidateCount: Int
        /// A Boolean value that indicates whether each case of the baseline is compared with one case of the candidate.
        public var isOfPairs: Bool
        /// The p-value of the joint test: the probability that any value of the same cases is at least this bad if the
        /// regression equals the threshold; `nil` if no test was needed.
        public var pValue: Double?
        /// The smallest possible p-value for this number of cases.
        public var smallestPValue: Double
        /// The p-value that is significant in this comparison.
        public var neededPValue: Double
        /// The minimum number of cases on each side, or of pairs, with which a test can reach that p-value; `nil` if no
        /// test was needed.
        public var minimumCases: Int?
        /// An estimate of the number of cases on each side, or of pairs, needed to detect a regression of
        /// ``smallChange`` beyond the threshold with a probability of 80 %; `nil` if the values show no spread.
        public var casesForSmallChange: Int?
        /// The lower bound of the relative change for this metric alone, at half the error level; `nil` if there are
        /// too few values.
        public var lowerChange: Double?
        /// The upper bound of the relative change for this metric alone, at half the error level; `nil` if there are
        /// too few values.
        public var upperChange: Double?
    }

    /// The pipeline's SPEC.
    public var pipeline: String
    /// The compared metric.
    public var metric: Metric
    /// The pipeline whose times divide the compared times; `nil` for other metrics.
    public var yardstick: String?
    /// The accepted regression.
    public var threshold: TableTolerance
    /// The baseline's mean over the compared runs; `nil` if nothing was measured.
    public var baseline: Double?
    /// The candidate's mean over the compared runs; `nil` if nothing was measured.
    public var candidate: Double?
    /// The relative change of the magnitudes, such as 0.05 for 5 %; `nil` if the baseline is zero or nothing was
    /// measured.
    public var change: Double?
    /// The outcome of the comparison.
    public var verdict: Verdict
    /// The compared runs over the same recordings, and the runs that lost their value.
    public var runs: [RunChange]
    /// The number of compared runs, or groups of runs.
    public var compared: Int
    /// The statistical evidence; `nil` for the same recordings, whose values are compared exactly.
    public var evidence: Evidence?

    /// A Boolean value that indicates whether the candidate fails this comparison.
    public var isFailure: Bool { [.worse, .lost, .cannotTell].contains(verdict) }
}
