/// The comparison of one pipeline's figures in two results, before the correction for multiple tests.
struct PipelineComparison {
    /// A comparison whose verdict may depend on all other tests.
    struct Draft {
        var comparison: MetricComparison
        /// The test; nil if the verdict is known.
        var tested: Tested?
    }

    /// A test, with the cases on which it rests.
    struct Tested {
        let test: PermutationTest
        let design: ComparedCases.Design
        let figures: ComparedFigures

        /// The question whether the candidate is worse by more than the threshold.
        var worse: JointPermutationTest.Question {
            let allowance = figures.allowance
            return JointPermutationTest.Question(
                test,
                figures.suspicion,
                factor: allowance.factor,
                offset: allowance.offset
            )
        }

        /// The question whether the candidate is better.
        var better: JointPermutationTest.Question {
            JointPermutationTest.Question(test, figures.isCost ? .smaller : .larger)
        }
    }

    private let pairing: RunPairing
    private let baseline: RunFigures
    private let candidate: RunFigures
    private let rules: ComparisonRules

    init(_ pairing: RunPairing, _ baseline: RunFigures, _ candidate: RunFigures, _ rules: ComparisonRules) {
        self.pairing = pairing
        self.baseline = baseline
        self.candidate = candidate
        self.rules = rules
    }

    /// Compares a metric. Returns no draft if the baseline did not measure the metric, and two if some recordings are
    /// the same and others were regenerated.
    func compare(_ metric: MetricName) -> [Draft] {
        let figures = ComparedFigures(
            metric: MetricCatalogue.metric(metric),
            threshold: rules.threshold(metric, of: pairing.pipeline)
        )
        guard !MetricCatalogue.ofTime.contains(metric) else {
            return [tested(figures, allGroups)].compactMap(\.self)
        }
        return [exact(figures), tested(figures, pairing.groups)].compactMap(\.self)
    }

    /// All runs of the pipeline on both sides, grouped by the name of the recording.
    private var allGroups: [RunPairing.Group] {
        var groups = pairing.groups
        for pair in pairing.pairs {
            let name = RunPairing.family(baseline.recording(pair.baseline))
            if let place = groups.firstIndex(where: { $0.name == name }) {
                groups[place].baseline.append(pair.baseline)
                groups[place].candidate.append(pair.candidate)
            } else {
                groups.append(RunPairing.Group(name: name, baseline: [pair.baseline], candidate: [pair.candidate]))
            }
        }
        return groups
    }

    private func exact(_ figures: ComparedFigures) -> Draft? {
        let metric = figures.metric.name
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
        // If every run has lost its figure, the mean of the lost figures.
        comparison.baseline = Self.mean(both.baseline) ?? Self.mean(comparison.runs.compactMap(\.baseline))
        comparison.candidate = Self.mean(both.candidate)
        comparison.change = both.baseline.isEmpty ? nil : figures.change(both.baseline, both.candidate)
        comparison.verdict = Self.verdict(comparison, figures)
        return Draft(comparison: comparison)
    }

    /// The verdict over runs that were compared individually.
    private static func verdict(
        _ comparison: MetricComparison,
        _ figures: ComparedFigures
    ) -> MetricComparison.Verdict {
        for verdict in [MetricComparison.Verdict.worse, .lost]
        where comparison.runs.contains(where: { $0.verdict == verdict }) { return verdict }
        guard let change = comparison.change else { return comparison.compared == 0 ? .better : .same }
        return (figures.isCost ? change : -change) < -ComparedFigures.rounding ? .better : .same
    }

    private func tested(_ figures: ComparedFigures, _ groups: [RunPairing.Group]) -> Draft? {
        let metric = figures.metric.name
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
        let cases = ComparedCases(figures, baseline, candidate).groups(measured.map(\.group))
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
        // If all figures of each recording are equal, no test is needed.
        let isDecided = comparison.verdict == .lost || test.isUniform
        return Draft(comparison: comparison, tested: isDecided ? nil : tested)
    }

    private func empty(_ figures: ComparedFigures) -> MetricComparison {
        let isTime = MetricCatalogue.ofTime.contains(figures.metric.name)
        return MetricComparison(
            pipeline: pairing.pipeline,
            metric: figures.metric.name,
            yardstick: isTime ? rules.yardstick : nil,
            threshold: figures.threshold,
            verdict: .same,
            runs: [],
            compared: 0
        )
    }

    /// A ratio as a relative change, with rounding errors of 0 removed.
    private static func change(_ ratio: Double) -> Double {
        (ratio - 1).magnitude < ComparedFigures.rounding ? 0 : ratio - 1
    }

    private static func mean(_ figures: [Double]) -> Double? {
        figures.isEmpty ? nil : figures.reduce(0, +) / Double(figures.count)
    }
}
