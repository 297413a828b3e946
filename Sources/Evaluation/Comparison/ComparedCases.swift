import Statistics

/// The exchangeable cases of figures over regenerated recordings.
///
/// Scenarios that are simulated with one seed share its noise. A seed is therefore one case with a figure per scenario,
/// and is exchanged as a whole. A recording with another kind of name is a case of its own.
struct ComparedCases {
    private let figures: ComparedFigures
    private let baseline: RunFigures
    private let candidate: RunFigures

    init(_ figures: ComparedFigures, _ baseline: RunFigures, _ candidate: RunFigures) {
        self.figures = figures
        self.baseline = baseline
        self.candidate = candidate
    }

    /// Groups cases with figures of the same scenarios. Cases without a counterpart are omitted. If no case has one,
    /// each scenario forms its own group. Returns at least one group if both sides have a figure of one input group.
    func groups(_ groups: [RunPairing.Group]) -> [PermutationTest.Group] {
        let found = together(groups)
        return found.isEmpty ? groups.flatMap { together([$0]) } : found
    }

    /// The figures of one case by the index of the scenario's group.
    private typealias Case = [Int: Double]

    private func together(_ groups: [RunPairing.Group]) -> [PermutationTest.Group] {
        let old = Dictionary(grouping: cases(groups.map(\.baseline), of: baseline), by: kinds)
        let new = Dictionary(grouping: cases(groups.map(\.candidate), of: candidate), by: kinds)
        return old.keys.filter { new[$0] != nil }.sorted { $0.lexicographicallyPrecedes($1) }.map { kinds in
            let sides = [old, new].map { $0[kinds, default: []].map { found in kinds.compactMap { found[$0] } } }
            return PermutationTest.Group(old: sides[0], new: sides[1])
        }
    }

    private func kinds(_ found: Case) -> [Int] { found.keys.sorted() }

    /// - Parameter runs: the runs of each group.
    private func cases(_ runs: [[Int]], of side: RunFigures) -> [Case] {
        var seeds: [String: Int] = [:]
        var cases: [Case] = []
        for (kind, runs) in runs.enumerated() {
            for run in runs {
                guard let figure = side.figure(figures.metric.name, run) else { continue }
                let name = side.recording(run)
                let family = RunPairing.family(name)
                let seed = String(name.dropFirst(family.count))
                if !seed.isEmpty, let place = seeds[seed], cases[place][kind] == nil {
                    cases[place][kind] = figures.magnitude(figure)
                } else {
                    if !seed.isEmpty { seeds[seed] = cases.count }
                    cases.append([kind: figures.magnitude(figure)])
                }
            }
        }
        return cases
    }
}
