extension ResultsComparison {
    /// Decides the verdicts of all tests together. Tests of the same cases are permuted together.
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
            for (place, (index, tested)) in family.enumerated() {
                metrics[index].evidence?.pValue = worse[place]
                metrics[index].evidence?.neededPValue = limit
                metrics[index].evidence?.fewestCases = tested.test.fewestCases(for: limit)
                metrics[index].evidence?.casesForSmallChange = tested.test.casesNeeded(
                    toFind: MetricComparison.Evidence.smallChange,
                    limit: limit / Double(family.count)
                )
                metrics[index].verdict =
                    !isDecidable
                    ? .cannotTell : worse[place] <= limit ? .worse : better[place] <= limit ? .better : .same
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
