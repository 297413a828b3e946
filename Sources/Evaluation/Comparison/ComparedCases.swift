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

    /// The cases of a test, by group and side. Tests with the same cases are permuted together.
    typealias Design = [[[String]]]

    /// Groups cases with figures of the same scenarios. Cases without a counterpart are omitted. If no case has one,
    /// each scenario forms its own group. Returns at least one group if both sides have a figure of one input group.
    func groups(_ groups: [RunPairing.Group]) -> (groups: [PermutationTest.Group], design: Design) {
        let found = together(groups)
        let all = found.isEmpty ? groups.flatMap { together([$0]) } : found
        return (
            all.map { PermutationTest.Group(old: $0[0].map(\.figures), new: $0[1].map(\.figures)) },
            all.map { $0.map { $0.map(\.name) } }
        )
    }

    /// A case with its figures by the index of the scenario's group.
    private struct Case {
        /// The seed, or the name of a recording without one.
        let name: String
        var figures: [Int: Double]

        var kinds: [Int] { figures.keys.sorted() }
    }

    /// The cases of both sides of each group, in the order of their names.
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
                if !seed.isEmpty, let place = seeds[seed], cases[place].figures[kind] == nil {
                    cases[place].figures[kind] = figures.magnitude(figure)
                } else {
                    if !seed.isEmpty { seeds[seed] = cases.count }
                    cases.append(Case(name: seed.isEmpty ? name : seed, figures: [kind: figures.magnitude(figure)]))
                }
            }
        }
        return cases
    }
}
