public import Evaluation
import Recordings

/// The ranking of a table's series by a metric in each row, and its differences from the ranking of a baseline.
///
/// Two series are exchanged if one is better by more than the margin in the row, and the other one in the baseline.
public struct TableRanking: Sendable, Hashable {
    /// The metric of the ranking.
    public var metric: MetricName
    /// The variant that all others are compared with.
    public var baseline: String
    /// The relative difference up to which values count as equal, as a share of the smaller value.
    public var margin: Double

    private struct Row {
        let place: [String]
        let variant: String
        var means: [(name: String, value: Double)]
    }

    /// Adds the columns `order` and `exchanged` to a table, and a finding for each group of rows.
    func add(
        to table: inout ReportTable,
        rows keys: [EvaluationTable.Key],
        cases: [(row: [String], across: String, run: EvaluationRun)]
    ) {
        guard let place = keys.firstIndex(of: .variant) else { return }
        let found = cases.map(\.row).distinct().map { key in
            var rest = key
            let variant = rest.remove(at: place)
            return Row(place: rest, variant: variant, means: means(cases.filter { $0.row == key }))
        }
        table.columns.append(ReportTable.Column(key: "order", title: "order", isNumeric: false))
        table.columns.append(
            ReportTable.Column(key: "exchanged", title: "exchanged against \(baseline)", isNumeric: false)
        )
        var changes: [(place: [String], variant: String, pairs: [String])] = []
        for (index, row) in found.enumerated() {
            table.rows[index].append(.text(order(row)))
            guard row.variant != baseline else {
                table.rows[index].append(.text(""))
                continue
            }
            let known = found.first { $0.place == row.place && $0.variant == baseline }
            let pairs = known.map { exchanged(row, against: $0) } ?? []
            table.rows[index].append(.text(pairs.isEmpty ? "none" : pairs.joined(separator: ", ")))
            changes.append((row.place, row.variant, pairs))
        }
        table.findings = changes.map(\.place).distinct().map { place in
            let own = changes.filter { $0.place == place && !$0.pairs.isEmpty }
            let words = own.map { "at \($0.variant) \($0.pairs.joined(separator: ", "))" }
            let name = place.joined(separator: ", ")
            return words.isEmpty
                ? "\(name): no two change places in any variant."
                : "\(name): these change places: \(words.joined(separator: "; "))."
        }
    }

    /// The means by series, best first. A series has no mean if one of its runs lacks a figure.
    private func means(
        _ cases: [(row: [String], across: String, run: EvaluationRun)]
    ) -> [(name: String, value: Double)] {
        cases.map(\.across).distinct().compactMap { name -> (name: String, value: Double)? in
            let runs = cases.filter { $0.across == name }.map(\.run)
            let values = runs.compactMap { $0.metrics[metric] }
            guard values.count == runs.count, !values.isEmpty else { return nil }
            return (name, values.reduce(0, +) / Double(values.count))
        }.sorted { isLargerBetter ? $0.value > $1.value : $0.value < $1.value }
    }

    /// The order of the series, best first. Series that are level with the best of their neighbours are joined, by
    /// name.
    private func order(_ row: Row) -> String {
        var levels: [[(name: String, value: Double)]] = []
        for next in row.means {
            if let best = levels.last?.first, !differ(best.value, next.value) {
                levels[levels.count - 1].append(next)
            } else {
                levels.append([next])
            }
        }
        return levels.map { $0.map(\.name).sorted().joined(separator: " = ") }.joined(separator: ", ")
    }

    private var isLargerBetter: Bool { MetricCatalogue.metric(metric).polarity == .largerIsBetter }

    private func exchanged(_ row: Row, against known: Row) -> [String] {
        let before = Dictionary(uniqueKeysWithValues: known.means.map { ($0.name, $0.value) })
        var pairs: [String] = []
        for (index, better) in row.means.enumerated() {
            for worse in row.means[(index + 1)...] {
                guard let old = before[better.name], let other = before[worse.name] else { continue }
                let wasWorse = isLargerBetter ? old < other : old > other
                if wasWorse, differ(better.value, worse.value), differ(old, other) {
                    pairs.append("\(better.name) before \(worse.name)")
                }
            }
        }
        return pairs
    }

    private func differ(_ first: Double, _ second: Double) -> Bool {
        (first - second).magnitude > margin * min(first.magnitude, second.magnitude)
    }
}

extension TableRanking {
    /// Reads `{metric: pixel_rmse_px, baseline: ×1, margin: 0.02}`.
    init(
        _ value: YAMLValue,
        rows: [EvaluationTable.Key],
        isAcross: Bool,
        variants: [String]
    ) throws(InputError) {
        let root = try value.mapping("ranking")
        try root.allow(["metric", "baseline", "margin"])
        metric = try root.required("metric").word("metric")
        let given = try root.required("baseline")
        baseline = try given.text("baseline")
        margin = try root.number("margin") ?? 0
        guard variants.contains(baseline) else {
            throw given.error(
                found: "the baseline '\(baseline)'",
                expected: "a variant of the scenarios",
                remedy: YAMLValue.hint(baseline, variants) ?? "give a scenario this variant"
            )
        }
        guard rows.contains(.variant), isAcross, margin >= 0, margin.isFinite else {
            throw value.error(
                found:
                    "a ranking without 'variant' in rows, without 'across', or with a margin below 0",
                expected: "'variant' in 'rows', the ranked series in 'across', and a margin of at least 0",
                remedy: "add them"
            )
        }
    }
}
