public import SensorModel

/// Results held against a baseline: what has become worse, and what better.
///
/// Figures over the same recordings come out the same on every machine, and are compared digit by digit, each run for
/// itself. Figures over recordings that were made again differ by chance, too: there a test says whether a pipeline is
/// worse beyond it (``PermutationTest``), all tests together erring no more often than ``ComparisonRules/confidence``
/// allows (``HolmProcedure``). Times are compared by tests always, and only as multiples of a yardstick's.
public struct ResultsComparison: Sendable, Hashable {
    /// A run that stands on one side only.
    public struct SingleRun: Sendable, Hashable {
        public var recording: String
        public var pipeline: String
    }

    /// A pipeline that has other parameters under the same SPEC.
    public struct ParameterChange: Sendable, Hashable {
        /// Nil on a side that does not know the parameter.
        public struct Value: Sendable, Hashable {
            public var name: String
            public var baseline: ParameterValue?
            public var candidate: ParameterValue?
        }

        public var pipeline: String
        /// In the order of their names.
        public var values: [Value]
        /// In how many runs.
        public var runs: Int
    }

    public let rules: ComparisonRules
    /// Pipelines in their order, metrics in report order.
    public let metrics: [MetricComparison]
    public private(set) var missing: [SingleRun] = []
    public private(set) var added: [SingleRun] = []
    public private(set) var changedParameters: [ParameterChange] = []
    /// Recordings that the candidate could not evaluate.
    public let failed: [FailedRecording]
    /// Runs that were compared, by the baseline's count.
    public private(set) var exactRuns = 0
    public private(set) var testedRuns = 0
    /// Whether there are times that nothing says how to compare.
    public let leavesTimesOut: Bool

    public init(_ baseline: EvaluationResults, _ candidate: EvaluationResults, rules: ComparisonRules) {
        self.rules = rules
        failed = candidate.failed
        leavesTimesOut =
            rules.yardstick == nil
            && [baseline, candidate].allSatisfy { results in
                results.runs.contains { $0.metrics[.computeP50] != nil }
            }
        let sides = (
            RunFigures(baseline, yardstick: rules.yardstick), RunFigures(candidate, yardstick: rules.yardstick)
        )
        var drafts: [PipelineComparison.Draft] = []
        for pairing in RunPairing.all(baseline, candidate) {
            let comparison = PipelineComparison(pairing, sides.0, sides.1, rules)
            drafts += rules.metrics(of: pairing.pipeline).flatMap(comparison.compare)
            exactRuns += pairing.pairs.count
            testedRuns += pairing.groups.reduce(0) { $0 + $1.baseline.count }
            missing += pairing.missing.map {
                SingleRun(recording: baseline.runs[$0].recording.name, pipeline: pairing.pipeline)
            }
            added += pairing.added.map {
                SingleRun(recording: candidate.runs[$0].recording.name, pipeline: pairing.pipeline)
            }
            changedParameters += Self.changes(pairing, baseline, candidate)
        }
        metrics = Self.judged(drafts, confidence: rules.confidence)
    }

    /// Comparisons that the candidate does not pass.
    public var failures: [MetricComparison] { metrics.filter(\.isFailure) }

    /// How many comparisons have a verdict.
    public func count(_ verdict: MetricComparison.Verdict) -> Int { metrics.count { $0.verdict == verdict } }
}
