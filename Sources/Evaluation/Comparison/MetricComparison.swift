/// One metric of one pipeline in two results.
public struct MetricComparison: Sendable, Hashable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case worse
        /// It is measured no longer.
        case lost
        /// The figures are too few to tell.
        case cannotTell = "cannot tell"
        case better
        /// Not worse by more than the threshold, and not better; between figures that differ by chance, not beyond it.
        case same
    }

    /// One run in the baseline and in the candidate.
    public struct RunChange: Sendable, Hashable {
        /// The recording, or of recordings that differ the name that they have in common.
        public var recording: String
        /// Nil where there is no single one.
        public var baseline: Double?
        public var candidate: Double?
        public var verdict: Verdict
        /// Why the candidate has no figure.
        public var reason: String?
    }

    /// What tells a change from chance.
    public struct Evidence: Sendable, Hashable {
        /// How many cases of either side were held against each other: recordings, or seeds.
        public var baselineCount: Int
        public var candidateCount: Int
        /// The chance of figures so bad, or worse, of a candidate that is worse by no more than the threshold.
        public var pValue: Double
        /// No figures would have had a smaller one.
        public var smallestPValue: Double
        /// The p-value that counts in this comparison, which others share the error with; at most that.
        public var neededPValue: Double
        /// Relative changes that the figures do not refuse, each side at half the error, for this metric alone; nil on a
        /// side where the figures are too few.
        public var lowerChange: Double?
        public var upperChange: Double?
    }

    public var pipeline: String
    public var metric: MetricName
    /// The pipeline by whose time the figures are divided; nil of anything but times.
    public var yardstick: String?
    public var threshold: TableTolerance
    /// The means over what was compared; nil where nothing was measured.
    public var baseline: Double?
    public var candidate: Double?
    /// By how much the figures have become larger (0.05: by 5 %), their signs aside; nil where the baseline is zero or
    /// nothing was measured.
    public var change: Double?
    public var verdict: Verdict
    /// Runs that differ: all that were compared exactly, and those that lost their figure.
    public var runs: [RunChange]
    /// How many runs, or groups of them, were compared.
    public var compared: Int
    /// Nil where the recordings are the same and every digit counts.
    public var evidence: Evidence?

    /// Whether the candidate does not pass.
    public var isFailure: Bool { [.worse, .lost, .cannotTell].contains(verdict) }
}
