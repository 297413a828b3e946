import RealModule
import Recordings
public import SensorModel

/// The comparison of new results (the candidate) with earlier results (the baseline).
///
/// On the same recording, metric values are reproducible on every machine. Recordings that both results contain are
/// therefore compared exactly, run by run. If recordings were repeated, or simulated with other seeds, the values
/// differ by chance. A ``JointPermutationTest`` then detects significant regressions. The probability of at least one
/// false alarm is at most 1 − ``ComparisonRules/confidence``. Computing times are always compared by tests, as
/// multiples of the times of a yardstick pipeline.
///
/// ```swift
/// let comparison = ResultsComparison(baseline, candidate, rules: ComparisonRules())
/// for failure in comparison.failures { print(failure.pipeline, failure.metric.name, failure.verdict) }
/// ```
public struct ResultsComparison: Sendable, Hashable {
    /// A run that only the baseline or only the candidate contains.
    public struct SingleRun: Sendable, Hashable {
        /// The recording's name.
        public var recording: String
        /// The pipeline's specification, such as `madgwick:beta=0.1`.
        public var pipeline: String
    }

    /// A pipeline whose parameters differ between baseline and candidate although the specification is the same.
    public struct ParameterChange: Sendable, Hashable {
        /// A parameter with different values in baseline and candidate.
        public struct Value: Sendable, Hashable {
            /// The parameter's name.
            public var name: String
            /// The value in the baseline; `nil` if the parameter is missing.
            public var baseline: ParameterValue?
            /// The value in the candidate; `nil` if the parameter is missing.
            public var candidate: ParameterValue?
        }

        /// The pipeline's specification, such as `madgwick:beta=0.1`.
        public var pipeline: String
        /// The changed parameters, ordered by name.
        public var values: [Value]
        /// The number of runs with this change.
        public var runs: Int
    }

    /// The rules of the comparison.
    public let rules: ComparisonRules
    /// The comparison of each pipeline's metrics, ordered by pipeline and then by metric in report order.
    public let metrics: [MetricComparison]
    /// The runs that only the baseline contains.
    public private(set) var missing: [SingleRun] = []
    /// The runs that only the candidate contains.
    public private(set) var added: [SingleRun] = []
    /// The pipelines whose parameters differ between baseline and candidate.
    public private(set) var changedParameters: [ParameterChange] = []
    /// The recordings that the candidate could not evaluate.
    public let failed: [FailedRecording]
    /// The number of baseline runs that were compared directly with a candidate run over the same recording, without a
    /// statistical test.
    public private(set) var exactRuns = 0
    /// The number of baseline runs that were compared by permutation tests.
    public private(set) var testedRuns = 0
    /// A Boolean value that indicates whether computing times exist but were not compared, because the rules name no
    /// yardstick pipeline.
    public let leavesTimesOut: Bool

    /// Compares the results `candidate` with the earlier results `baseline`.
    public init(_ baseline: EvaluationResults, _ candidate: EvaluationResults, rules: ComparisonRules) {
        self.rules = rules
        failed = candidate.failed
        leavesTimesOut =
            rules.yardstick == nil
            && [baseline, candidate].allSatisfy { results in
                results.runs.contains { $0.metrics[.computeP50] != nil }
            }
        let old = RunFigures(baseline, yardstick: rules.yardstick)
        let new = RunFigures(candidate, yardstick: rules.yardstick)
        var drafts: [PipelineComparison.Draft] = []
        for pairing in RunPairing.all(baseline, candidate) {
            let comparison = PipelineComparison(pairing: pairing, baseline: old, candidate: new, rules: rules)
            drafts += rules.metrics(of: pairing.pipeline).flatMap(comparison.compare)
            exactRuns += pairing.pairs.count
            testedRuns += pairing.groups.reduce(0) { $0 + $1.baseline.count }
            missing += pairing.missing.map { SingleRun(recording: old.recording($0), pipeline: pairing.pipeline) }
            added += pairing.added.map { SingleRun(recording: new.recording($0), pipeline: pairing.pipeline) }
            changedParameters += Self.changes(pairing, baseline, candidate)
        }
        metrics = Self.judged(drafts, confidence: rules.confidence)
    }

    /// Returns the number of metric comparisons with the given verdict.
    public func count(_ verdict: MetricComparison.Verdict) -> Int { metrics.count { $0.verdict == verdict } }
}

/// The independent cases of a permutation test, each with one or several values.
///
/// Scenarios that are simulated with the same seed have the same noise. All scenarios of a seed therefore form one
/// case, with a value per scenario. A recording without a seed in its name is a separate case.
struct ComparedCases {
    let figures: ComparedFigures
    let baseline: RunFigures
    let candidate: RunFigures

    /// The names of a test's cases: for each group, the cases of the baseline and the cases of the candidate. Tests
    /// that use the same cases share the same permutations.
    typealias Design = [[[String]]]

    /// Groups the cases of both results that have values for the same scenarios.
    ///
    /// A case is omitted if no case of the other result has values for exactly the same scenarios. If all cases would
    /// be omitted, each scenario forms a separate group. At least one group is returned if a scenario has values in
    /// both results.
    func groups(_ groups: [RunPairing.Group]) -> (groups: [PermutationTest.Group], design: Design) {
        let found = together(groups)
        let all = found.isEmpty ? groups.flatMap { together([$0]) } : found
        return (
            all.map { PermutationTest.Group(old: $0[0].map(\.figures), new: $0[1].map(\.figures)) },
            all.map { $0.map { $0.map(\.name) } }
        )
    }

    /// The values of one case. A case can have a value in several scenarios, so each value is stored under the index of
    /// its scenario.
    private struct Case {
        /// The seed, or the name of the recording if it has no seed.
        let name: String
        var figures: [Int: Double]

        var kinds: [Int] { figures.keys.sorted() }
    }

    /// Returns the cases, grouped by the scenarios in which they have values. Each group contains two lists, each
    /// sorted by name: the cases of the baseline and the cases of the candidate. A group that only one side contains is
    /// omitted.
    private func together(_ groups: [RunPairing.Group]) -> [[[(name: String, figures: [Double])]]] {
        let old = Dictionary(grouping: cases(groups.map(\.baseline), of: baseline), by: \.kinds)
        let new = Dictionary(grouping: cases(groups.map(\.candidate), of: candidate), by: \.kinds)
        return old.keys.filter { new[$0] != nil }.sorted { $0.lexicographicallyPrecedes($1) }.map { kinds in
            [old, new].map { side in
                side[kinds, default: []].sorted { $0.name < $1.name }.map { found in
                    (found.name, kinds.compactMap { found.figures[$0] })
                }
            }
        }
    }

    /// Returns the cases of the baseline or of the candidate.
    ///
    /// - Parameters:
    ///   - runs: the indices of the runs, one array for each scenario.
    ///   - side: the values of the baseline's or the candidate's runs.
    private func cases(_ runs: [[Int]], of side: RunFigures) -> [Case] {
        var seeds: [String: Int] = [:]
        var cases: [Case] = []
        for (kind, runs) in runs.enumerated() {
            for run in runs {
                guard let figure = side.figure(figures.metric, run) else { continue }
                let name = side.recording(run)
                let family = RunPairing.family(name)
                let seed = String(name.dropFirst(family.count))
                if !seed.isEmpty, let index = seeds[seed], cases[index].figures[kind] == nil {
                    cases[index].figures[kind] = figure.magnitude
                } else {
                    if !seed.isEmpty { seeds[seed] = cases.count }
                    cases.append(Case(name: seed.isEmpty ? name : seed, figures: [kind: figure.magnitude]))
                }
            }
        }
        return cases
    }
}

/// The rules for comparing two values of one metric.
///
/// Magnitudes are compared, so a lead and a lag of the same size are equal.
struct ComparedFigures {
    /// The relative difference below which two values count as equal. Sums that are computed in different orders differ
    /// by rounding.
    static let rounding = 1e-9

    let metric: Metric
    let threshold: TableTolerance

    /// A Boolean value that indicates whether larger magnitudes are worse.
    var isCost: Bool { metric.polarity != .largerIsBetter }

    /// The alternative hypothesis of the test whether the candidate is worse than the baseline.
    var suspicion: PermutationTest.Alternative { isCost ? .larger : .smaller }

    /// The factor and offset for computing the worst accepted magnitude: factor · (baseline's magnitude) + offset.
    var allowance: (factor: Double, offset: Double) {
        let sign: Double = isCost ? 1 : -1
        switch threshold {
        case .relative(let share): return (max(0, 1 + sign * share), 0)
        case .absolute(let amount): return (1, sign * amount)
        }
    }

    /// Returns the verdict on two values over the same recording.
    func verdict(baseline: Double, candidate: Double) -> MetricComparison.Verdict {
        let (old, new) = (baseline.magnitude, candidate.magnitude)
        guard !looksSame(baseline, candidate) else { return .same }
        let slack = Self.rounding * max(old, new)
        let worsening = isCost ? new - old : old - new
        if worsening > threshold.limit(at: old) + slack { return .worse }
        return worsening < -slack ? .better : .same
    }

    /// Returns whether the threshold is 0 and two values are equal in the three digits that reports show, or differ by at
    /// most half a unit of the third digit.
    func looksSame(_ baseline: Double, _ candidate: Double) -> Bool {
        guard threshold == .relative(0) else { return false }
        let unit = Double.pow(10, Double.log10(max(baseline.magnitude, candidate.magnitude)).rounded(.down) - 2)
        return (baseline - candidate).magnitude <= unit / 2
            || CheckText.number(baseline) == CheckText.number(candidate)
    }

    /// Returns the relative change of the mean magnitude, or `nil` if the baseline's mean is 0 and the candidate's mean
    /// is not 0.
    func change(_ baseline: [Double], _ candidate: [Double]) -> Double? {
        let old = baseline.reduce(0) { $0 + $1.magnitude } / Double(baseline.count)
        let new = candidate.reduce(0) { $0 + $1.magnitude } / Double(candidate.count)
        return old > 0 ? new / old - 1 : new > 0 ? nil : 0
    }
}

/// The comparison of one pipeline's values in two results, before all tests are evaluated together.
struct PipelineComparison {
    /// The comparison of one metric. The verdict is preliminary if the metric has a permutation test.
    struct Draft {
        var comparison: MetricComparison
        /// The test that determines the verdict; `nil` if the verdict is already known.
        var tested: Tested?
    }

    /// A permutation test with the names of its cases.
    struct Tested {
        let test: PermutationTest
        let design: ComparedCases.Design
        let figures: ComparedFigures

        /// The test whether the candidate is worse by more than the threshold.
        var worse: JointPermutationTest.Question {
            let allowance = figures.allowance
            return JointPermutationTest.Question(
                test,
                figures.suspicion,
                factor: allowance.factor,
                offset: allowance.offset
            )
        }

        /// The question for the permutation test: is the candidate better than the baseline?
        var better: JointPermutationTest.Question {
            JointPermutationTest.Question(test, figures.isCost ? .smaller : .larger)
        }
    }

    let pairing: RunPairing
    let baseline: RunFigures
    let candidate: RunFigures
    let rules: ComparisonRules

    /// Returns the comparisons of a metric in baseline and candidate.
    ///
    /// The array is empty if neither contains a value of the metric. It has two elements if only some of the recordings
    /// are in both results.
    func compare(_ metric: Metric) -> [Draft] {
        let figures = ComparedFigures(
            metric: metric,
            threshold: rules.threshold(metric, of: pairing.pipeline)
        )
        guard !MetricCatalogue.ofTime.contains(metric) else {
            return [tested(figures, allGroups)].compactMap(\.self)
        }
        return [exact(figures), tested(figures, pairing.groups)].compactMap(\.self)
    }

    /// All runs of the pipeline in baseline and candidate, grouped by the recording's name without the seed.
    private var allGroups: [RunPairing.Group] {
        var groups = pairing.groups
        for pair in pairing.pairs {
            let name = RunPairing.family(baseline.recording(pair.baseline))
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].baseline.append(pair.baseline)
                groups[index].candidate.append(pair.candidate)
            } else {
                groups.append(RunPairing.Group(name: name, baseline: [pair.baseline], candidate: [pair.candidate]))
            }
        }
        return groups
    }

    private func exact(_ figures: ComparedFigures) -> Draft? {
        let metric = figures.metric
        var comparison = empty(figures)
        var both: (baseline: [Double], candidate: [Double]) = ([], [])
        for pair in pairing.pairs {
            let old = baseline.figure(metric, pair.baseline)
            let new = candidate.figure(metric, pair.candidate)
            if old == nil, new == nil { continue }
            var change = MetricComparison.RunChange(
                recording: baseline.recording(pair.baseline),
                baseline: old,
                candidate: new,
                verdict: .better
            )
            if let old, let new {
                change.verdict = figures.verdict(baseline: old, candidate: new)
                both.baseline.append(old)
                both.candidate.append(new)
            } else if old != nil {
                change.verdict = .lost
                change.reason = candidate.reason(metric, pair.candidate)
            }
            comparison.runs.append(change)
        }
        guard !comparison.runs.isEmpty else { return nil }
        comparison.compared = both.baseline.count
        // If the candidate has no values, the baseline's mean is still shown.
        comparison.baseline = Self.mean(both.baseline) ?? Self.mean(comparison.runs.compactMap(\.baseline))
        comparison.candidate = Self.mean(both.candidate)
        comparison.change = both.baseline.isEmpty ? nil : figures.change(both.baseline, both.candidate)
        comparison.verdict = Self.verdict(comparison, figures)
        return Draft(comparison: comparison)
    }

    /// Returns the verdict on a metric, from comparisons of each candidate run with the baseline run of the same
    /// recording.
    private static func verdict(
        _ comparison: MetricComparison,
        _ figures: ComparedFigures
    ) -> MetricComparison.Verdict {
        for verdict in [MetricComparison.Verdict.worse, .lost]
        where comparison.runs.contains(where: { $0.verdict == verdict }) { return verdict }
        guard let change = comparison.change else { return comparison.compared == 0 ? .better : .same }
        if let old = comparison.baseline, let new = comparison.candidate, figures.looksSame(old, new) { return .same }
        return (figures.isCost ? change : -change) < -ComparedFigures.rounding ? .better : .same
    }

    private func tested(_ figures: ComparedFigures, _ groups: [RunPairing.Group]) -> Draft? {
        let metric = figures.metric
        var comparison = empty(figures)
        var measured: [(group: RunPairing.Group, old: [Double], new: [Double])] = []
        for group in groups {
            let old = group.baseline.compactMap { baseline.figure(metric, $0) }
            let new = group.candidate.compactMap { candidate.figure(metric, $0) }
            guard !old.isEmpty else { continue }
            if !new.isEmpty { measured.append((group, old, new)) }
            let isLost = new.isEmpty || (old.count == group.baseline.count && new.count < group.candidate.count)
            if isLost, let run = group.candidate.first(where: { candidate.figure(metric, $0) == nil }) {
                comparison.runs.append(
                    MetricComparison.RunChange(
                        recording: group.name,
                        verdict: .lost,
                        reason: candidate.reason(metric, run)
                    )
                )
            }
        }
        guard !measured.isEmpty || !comparison.runs.isEmpty else { return nil }
        comparison.compared = measured.count
        comparison.baseline = Self.mean(measured.compactMap { Self.mean($0.old) })
        comparison.candidate = Self.mean(measured.compactMap { Self.mean($0.new) })
        if !comparison.runs.isEmpty { comparison.verdict = .lost }
        guard !measured.isEmpty else { return Draft(comparison: comparison) }
        let cases = ComparedCases(figures: figures, baseline: baseline, candidate: candidate)
            .groups(measured.map(\.group))
        return draft(
            comparison,
            Tested(test: PermutationTest(cases.groups), design: cases.design, figures: figures)
        )
    }

    private func draft(_ comparison: MetricComparison, _ tested: Tested) -> Draft {
        var comparison = comparison
        let test = tested.test
        let interval = test.ratioInterval(confidence: rules.confidence)
        comparison.change = test.isUniform ? 0 : test.ratio.map(Self.change)
        comparison.evidence = MetricComparison.Evidence(
            baselineCount: test.groups.reduce(0) { $0 + $1.old.count },
            candidateCount: test.groups.reduce(0) { $0 + $1.new.count },
            isOfPairs: test.isOfPairs,
            smallestPValue: test.smallestPValue,
            neededPValue: 1 - rules.confidence,
            lowerChange: interval?.lower.map(Self.change),
            upperChange: interval?.upper.map(Self.change)
        )
        // If all cases of each group are equal, no test is needed.
        let isDecided = comparison.verdict == .lost || test.isUniform
        return Draft(comparison: comparison, tested: isDecided ? nil : tested)
    }

    private func empty(_ figures: ComparedFigures) -> MetricComparison {
        let isTime = MetricCatalogue.ofTime.contains(figures.metric)
        return MetricComparison(
            pipeline: pairing.pipeline,
            metric: figures.metric,
            yardstick: isTime ? rules.yardstick : nil,
            threshold: figures.threshold,
            verdict: .same,
            runs: [],
            compared: 0
        )
    }

    /// Converts a ratio to a relative change. Changes within rounding errors become 0.
    private static func change(_ ratio: Double) -> Double {
        (ratio - 1).magnitude < ComparedFigures.rounding ? 0 : ratio - 1
    }

    private static func mean(_ figures: [Double]) -> Double? {
        figures.isEmpty ? nil : figures.reduce(0, +) / Double(figures.count)
    }
}

extension ResultsComparison {
    /// Evaluates all tests and returns the comparisons with their final verdicts. Tests that use the same cases share
    /// the same permutations.
    static func judged(_ drafts: [PipelineComparison.Draft], confidence: Double) -> [MetricComparison] {
        var metrics = drafts.map(\.comparison)
        let tested = drafts.enumerated().compactMap { index, draft in draft.tested.map { (index, $0) } }
        let families = Dictionary(grouping: tested) { $0.1.design }.values
        let limit = JointPermutationTest.limit(
            smallestPValues: families.map { $0[0].1.test.smallestPValue },
            level: 1 - confidence
        )
        for family in families {
            let worse = JointPermutationTest(family.map(\.1.worse)).pValues
            let better = JointPermutationTest(family.map(\.1.better)).pValues
            let isDecidable = family[0].1.test.smallestPValue <= limit
            for (position, (index, tested)) in family.enumerated() {
                metrics[index].evidence?.pValue = worse[position]
                metrics[index].evidence?.neededPValue = limit
                metrics[index].evidence?.minimumCases = tested.test.minimumCases(for: limit)
                metrics[index].evidence?.casesForSmallChange = tested.test.casesNeeded(
                    toFind: MetricComparison.Evidence.smallChange,
                    limit: limit / Double(family.count)
                )
                metrics[index].verdict =
                    !isDecidable
                    ? .cannotTell : worse[position] <= limit ? .worse : better[position] <= limit ? .better : .same
            }
        }
        return metrics
    }

    /// Returns the differences between the pipeline's parameters in baseline and candidate.
    static func changes(
        _ pairing: RunPairing,
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) -> [ParameterChange] {
        let sides =
            pairing.pairs.map { ($0.baseline, $0.candidate) }
            + pairing.groups.flatMap { group in group.candidate.map { (group.baseline[0], $0) } }
        let changes = sides.map { old, new in
            let before = baseline.runs[old].pipeline.parameters
            let after = candidate.runs[new].pipeline.parameters
            let names = Set(before.keys).union(after.keys).sorted()
            return names.filter { before[$0] != after[$0] }.map { name in
                ParameterChange.Value(name: name, baseline: before[name], candidate: after[name])
            }
        }
        return changes.filter { !$0.isEmpty }.grouped(by: \.self).map { values, runs in
            ParameterChange(pipeline: pairing.pipeline, values: values, runs: runs.count)
        }
    }
}

/// The metric values of the baseline's or the candidate's runs. Computing times are divided by the times of the
/// yardstick pipeline.
struct RunFigures {
    private let results: EvaluationResults
    private let yardstick: String?
    /// The indices of the yardstick pipeline's runs, by recording, program and machine. Times of different machines are
    /// not comparable.
    private let yardsticks: [Key: Int]
    private let keys: [Key]

    private struct Key: Hashable {
        let recording: String
        let sha256: String
        let tool: ProgramVersion
        let host: EvaluationResults.Host
    }

    init(_ results: EvaluationResults, yardstick: String?) {
        self.results = results
        self.yardstick = yardstick
        keys = zip(results.runs, results.origins).map { run, origin in
            Key(
                recording: run.recording.name,
                sha256: run.recording.sha256,
                tool: origin.tool,
                host: origin.host
            )
        }
        let own = results.runs.indices.filter { results.runs[$0].pipeline.name == yardstick }
        yardsticks = Dictionary(own.map { [keys] in (keys[$0], $0) }) { $1 }
    }

    func recording(_ index: Int) -> String { results.runs[index].recording.name }

    /// Returns the metric value of a run, or `nil` if the value is missing.
    func figure(_ metric: Metric, _ index: Int) -> Double? {
        let value = results.runs[index].metrics[metric]
        guard MetricCatalogue.ofTime.contains(metric) else { return value }
        guard let value, let other = yardsticks[keys[index]], let unit = results.runs[other].metrics[metric], unit > 0
        else { return nil }
        return value / unit
    }

    /// Returns the reason why the metric value of a run is missing.
    func reason(_ metric: Metric, _ index: Int) -> String {
        let run = results.runs[index]
        if run.metrics[metric] == nil { return run.metrics.note(for: metric) ?? "no reason given" }
        return "'\(yardstick ?? "")' has no computing time for this recording in the same evaluation"
    }
}
