/// The comparison of one metric of one pipeline in two results.
public struct MetricComparison: Sendable, Hashable {
    /// The outcome of comparing the candidate with the baseline.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The candidate is worse than the baseline by more than the threshold.
        case worse
        /// The candidate has no value, but the baseline has one.
        case lost
        /// There are too few values to decide whether the candidate is worse.
        case cannotTell = "cannot tell"
        /// The candidate is better than the baseline.
        case better
        /// The candidate is not better than the baseline, and not worse by more than the threshold. If the values are
        /// compared by a permutation test, this verdict means that no change is significant.
        case same
    }

    /// The change of the metric in a single run, or in a group of runs whose recordings share a common name.
    public struct RunChange: Sendable, Hashable {
        /// The name of the recording, or the common name of several recordings.
        public var recording: String
        /// The baseline's value; `nil` if the baseline has no value, or several values.
        public var baseline: Double?
        /// The candidate's value; `nil` if the candidate has no value, or several values.
        public var candidate: Double?
        /// The outcome of the comparison for this run or group.
        public var verdict: Verdict
        /// The reason why the candidate has no value; `nil` if it has a value.
        public var reason: String?
    }

    /// The statistical evidence of a change.
    public struct Evidence: Sendable, Hashable {
        /// The relative regression beyond the threshold that ``casesForSmallChange`` cases can detect.
        public static let smallChange = 0.05

        /// The number of independent cases in the baseline: repeated recordings, or seeds of simulations.
        public var baselineCount: Int
        /// The number of independent cases in the candidate: repeated recordings, or seeds of simulations.
        public var candidateCount: Int
        /// A Boolean value that indicates whether each case of the baseline is compared with one case of the candidate.
        public var isOfPairs: Bool
        /// The adjusted p-value of the ``JointPermutationTest`` for a regression beyond the threshold; `nil` if no test
        /// was needed.
        public var pValue: Double?
        /// The smallest possible p-value for this number of cases.
        public var smallestPValue: Double
        /// The maximum p-value that counts as significant, given the ``ComparisonRules/confidence`` of the whole
        /// comparison.
        public var neededPValue: Double
        /// The minimum number of cases on each side that makes a significant p-value possible; `nil` if no test was
        /// needed. If ``isOfPairs`` is `true`, the number counts pairs of cases.
        public var minimumCases: Int?
        /// The estimated number of cases that each result needs to detect a regression of ``smallChange`` beyond the
        /// threshold with a probability of 80 %; `nil` if the values have no spread. If ``isOfPairs`` is `true`, the
        /// number of pairs is given instead.
        public var casesForSmallChange: Int?
        /// The lower bound of the confidence interval of the relative change, without a correction for multiple tests;
        /// `nil` if there are too few values.
        public var lowerChange: Double?
        /// The upper bound of the confidence interval of the relative change, without a correction for multiple tests;
        /// `nil` if there are too few values.
        public var upperChange: Double?
    }

    /// The pipeline's specification, such as `madgwick:beta=0.1`.
    public var pipeline: String
    /// The compared metric.
    public var metric: Metric
    /// The specification of the pipeline whose computing time is the unit of the compared times; `nil` if ``metric`` is
    /// not a computing time.
    public var yardstick: String?
    /// The accepted regression of the metric.
    public var threshold: TableTolerance
    /// The baseline's mean over the compared runs; `nil` if nothing was measured.
    public var baseline: Double?
    /// The candidate's mean over the compared runs; `nil` if nothing was measured.
    public var candidate: Double?
    /// The relative change from the baseline to the candidate, such as 0.05 for 5 %; `nil` if the baseline is zero or
    /// nothing was measured.
    public var change: Double?
    /// The outcome of the comparison.
    public var verdict: Verdict
    /// The changes of single runs over the same recordings, and the runs for which the candidate has no value.
    public var runs: [RunChange]
    /// The number of compared runs, or groups of runs.
    public var compared: Int
    /// The statistical evidence; `nil` if both results contain the same recordings. In this case, the values are
    /// compared exactly, without a test.
    public var evidence: Evidence?

    /// A Boolean value that indicates whether the candidate fails this comparison.
    public var isFailure: Bool { [.worse, .lost, .cannotTell].contains(verdict) }
}
