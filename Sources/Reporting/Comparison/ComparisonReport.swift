public import Evaluation

/// A comparison of results with a baseline, for people and for build servers.
public struct ComparisonReport: Sendable, Hashable {
    /// One of the two results.
    public struct Side: Sendable, Hashable {
        /// What a reader calls it: its path.
        public var name: String
        public var runs: Int
        public var tool: EvaluationResults.Tool
        public var host: EvaluationResults.Host

        public init(_ name: String, _ results: EvaluationResults) {
            self.name = name
            runs = results.runs.count
            tool = results.tool
            host = results.host
        }
    }

    public let comparison: ResultsComparison
    public let baseline: Side
    public let candidate: Side
    /// Whether runs that the candidate lacks let it fail.
    public let failsOnMissing: Bool
    /// Whether figures that are too few to tell let it fail.
    public let failsOnDoubt: Bool

    public init(
        _ comparison: ResultsComparison,
        baseline: Side,
        candidate: Side,
        failsOnMissing: Bool = true,
        failsOnDoubt: Bool = true
    ) {
        self.comparison = comparison
        self.baseline = baseline
        self.candidate = candidate
        self.failsOnMissing = failsOnMissing
        self.failsOnDoubt = failsOnDoubt
    }

    /// What does not pass, in words such as `2 figures are worse`; empty where all passes.
    public var failures: [String] {
        let doubtful = comparison.count(.cannotTell)
        let counts: [(Int, one: String, many: String)] = [
            (comparison.count(.worse), "figure is worse", "figures are worse"),
            (comparison.count(.lost), "figure is measured no longer", "figures are measured no longer"),
            (failsOnDoubt ? doubtful : 0, "figure cannot be told from chance", "figures cannot be told from chance"),
            (failsOnMissing ? comparison.missing.count : 0, "run is missing", "runs are missing"),
        ]
        let found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.one : $0.many)" }
        guard found.isEmpty, comparison.metrics.isEmpty else { return found }
        return ["nothing could be compared"]
    }

    /// A file's content.
    public func content(_ format: ComparisonFormat) throws(ReportError) -> String {
        switch format {
        case .markdown: markdown()
        case .json: try json()
        case .junit: junit()
        }
    }
}
