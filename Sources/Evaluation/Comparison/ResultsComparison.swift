public import SensorModel

/// The comparison of results with a baseline: regressions and improvements.
///
/// Figures over the same recordings are reproducible on every machine and are compared exactly, run by run. Figures
/// over regenerated recordings also differ by chance. There a ``JointPermutationTest`` detects significant regressions
/// and limits the error of all tests together to one less ``ComparisonRules/confidence``. Times are always
/// compared by tests, as multiples of a yardstick's times.
///
/// ```swift
/// let comparison = ResultsComparison(baseline, candidate, rules: ComparisonRules())
/// for failure in comparison.failures { print(failure.pipeline, failure.metric.rawValue, failure.verdict) }
/// ```
public struct ResultsComparison: Sendable, Hashable {
    /// A run that only one side has.
    public struct SingleRun: Sendable, Hashable {
        /// The recording's name.
        public var recording: String
        /// The pipeline's SPEC.
        public var pipeline: String
    }

    /// A pipeline whose parameters differ under the same SPEC.
    public struct ParameterChange: Sendable, Hashable {
        /// A parameter with different values.
        public struct Value: Sendable, Hashable {
            /// The parameter's name.
            public var name: String
            /// The value in the baseline; nil without the parameter.
            public var baseline: ParameterValue?
            /// The value in the candidate; nil without the parameter.
            public var candidate: ParameterValue?
        }

        /// The pipeline's SPEC.
        public var pipeline: String
        /// The changed parameters in the order of their names.
        public var values: [Value]
        /// The number of runs with this change.
        public var runs: Int
    }

    /// The rules of the comparison.
    public let rules: ComparisonRules
    /// The comparisons: pipelines in their order, metrics in report order.
    public let metrics: [MetricComparison]
    /// The runs that only the baseline has.
    public private(set) var missing: [SingleRun] = []
    /// The runs that only the candidate has.
    public private(set) var added: [SingleRun] = []
    /// The pipelines whose parameters changed.
    public private(set) var changedParameters: [ParameterChange] = []
    /// The recordings that the candidate could not evaluate.
    public let failed: [FailedRecording]
    /// The number of runs of the baseline that were compared exactly.
    public private(set) var exactRuns = 0
    /// The number of runs of the baseline that were compared by tests.
    public private(set) var testedRuns = 0
    /// Whether both sides have times that were not compared, because the rules have no yardstick.
    public let leavesTimesOut: Bool

    /// Compares a candidate with a baseline.
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

    /// The comparisons that the candidate fails.
    public var failures: [MetricComparison] { metrics.filter(\.isFailure) }

    /// The number of comparisons with a verdict.
    public func count(_ verdict: MetricComparison.Verdict) -> Int { metrics.count { $0.verdict == verdict } }
}
