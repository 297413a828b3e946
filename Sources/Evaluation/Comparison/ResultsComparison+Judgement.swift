import Statistics

extension ResultsComparison {
    /// Decides the verdicts of all tests together.
    static func judged(_ drafts: [PipelineComparison.Draft], confidence: Double) -> [MetricComparison] {
        var metrics = drafts.map(\.comparison)
        let tested = drafts.indices.filter { drafts[$0].tests != nil }
        let level = 1 - confidence
        let worse = HolmProcedure(tested.compactMap { drafts[$0].tests?.worse }, level: level)
        let better = HolmProcedure(tested.compactMap { drafts[$0].tests?.better }, level: level)
        for (place, index) in tested.enumerated() {
            metrics[index].evidence?.neededPValue = worse.limit
            switch worse.findings[place] {
            case .found: metrics[index].verdict = .worse
            case .cannotTell: metrics[index].verdict = .cannotTell
            case .notFound: metrics[index].verdict = better.findings[place] == .found ? .better : .same
            }
        }
        return metrics
    }

    /// The parameters of the pipeline that changed.
    static func changes(
        _ pairing: RunPairing,
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) -> [ParameterChange] {
        let sides =
            pairing.pairs.map { ($0.baseline, $0.candidate) }
            + pairing.groups.flatMap { group in group.candidate.map { (group.baseline[0], $0) } }
        var order: [[ParameterChange.Value]] = []
        var counts: [[ParameterChange.Value]: Int] = [:]
        for (old, new) in sides {
            let before = baseline.runs[old].pipeline.parameters
            let after = candidate.runs[new].pipeline.parameters
            let names = Set(before.keys).union(after.keys).sorted()
            let changes = names.filter { before[$0] != after[$0] }.map { name in
                ParameterChange.Value(name: name, baseline: before[name], candidate: after[name])
            }
            guard !changes.isEmpty else { continue }
            if counts[changes] == nil { order.append(changes) }
            counts[changes, default: 0] += 1
        }
        return order.map { ParameterChange(pipeline: pairing.pipeline, values: $0, runs: counts[$0, default: 0]) }
    }
}
