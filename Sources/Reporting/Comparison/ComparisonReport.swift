public import Evaluation
public import Recordings

/// What a comparison with too few cases for a verdict means. The raw value is the name on the command line.
public enum UndecidedPolicy: String, Sendable, Hashable, CaseIterable {
    /// The candidate passes. The comparison is listed.
    case pass
    /// The candidate fails.
    case fail
}

/// A comparison of results with a baseline, for people and for build servers.
public struct ComparisonReport: Sendable, Hashable {
    /// One of the two results to compare.
    public struct Side: Sendable, Hashable {
        /// The name for readers: the path of the results.
        public var name: String
        /// The number of runs.
        public var runs: Int
        /// The tool that computed the results.
        public var tool: ProgramVersion
        /// The machine on which it ran.
        public var host: EvaluationResults.Host

        /// Creates the side for results with a name.
        public init(_ name: String, _ results: EvaluationResults) {
            self.name = name
            runs = results.runs.count
            tool = results.tool
            host = results.host
        }
    }

    /// The comparison to report.
    public let comparison: ResultsComparison
    /// The results before the change.
    public let baseline: Side
    /// The results after the change.
    public let candidate: Side
    /// Whether the candidate fails when it lacks runs of the baseline.
    public let failsOnMissing: Bool
    /// What a comparison with too few cases for a verdict means for the candidate.
    public let undecided: UndecidedPolicy

    /// Creates a report on a comparison.
    public init(
        _ comparison: ResultsComparison,
        baseline: Side,
        candidate: Side,
        failsOnMissing: Bool = true,
        undecided: UndecidedPolicy = .fail
    ) {
        self.comparison = comparison
        self.baseline = baseline
        self.candidate = candidate
        self.failsOnMissing = failsOnMissing
        self.undecided = undecided
    }

    /// The failures, such as `2 figures are worse`; empty when the candidate passes.
    public var failures: [String] {
        let doubtful = comparison.count(.cannotTell)
        let counts: [(Int, one: String, many: String)] = [
            (comparison.count(.worse), "figure is worse", "figures are worse"),
            (comparison.count(.lost), "figure is no longer measured", "figures are no longer measured"),
            (undecided == .fail ? doubtful : 0, "figure is undecided", "figures are undecided"),
            (failsOnMissing ? comparison.missing.count : 0, "run is missing", "runs are missing"),
        ]
        let found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.one : $0.many)" }
        guard found.isEmpty, comparison.metrics.isEmpty else { return found }
        return ["nothing could be compared"]
    }

    /// The content of a file in that format.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded as JSON.
    public func content(_ format: ComparisonFormat) throws(ReportError) -> String {
        switch format {
        case .markdown: markdown()
        case .json: try json()
        case .junit: junit()
        }
    }
}
