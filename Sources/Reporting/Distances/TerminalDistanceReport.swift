public import Evaluation
import Geodesy

/// A comparison of distance formulas as text for a terminal: the largest error of each formula in each range band, and how
/// far each can be trusted.
public struct TerminalDistanceReport: Sendable, Hashable {
    /// No line takes more columns than this, but at least 60.
    public let width: Int
    public let colour: Bool

    private var style: TerminalStyle { TerminalStyle(isColoured: colour) }

    public init(width: Int = 80, colour: Bool = false) {
        self.width = max(width, TerminalReport.leastWidth)
        self.colour = colour
    }

    /// The report, with a line end behind every line.
    public func render(_ results: DistanceResults) -> String {
        let names = results.statistics.formulas.map(\.name)
        let parts = [
            heading(results), table(results), totals(results), verdicts(results, names), times(results, names),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    private func heading(_ results: DistanceResults) -> [String] {
        let title = "\(DistanceOrigin(results: results).pairs) · reference: PROJ's geodesic on WGS84"
        return TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
    }

    private func table(_ results: DistanceResults) -> [String] {
        let statistics = results.statistics
        let ranges = RangeBand.all.indices.filter {
            statistics.formulas.isEmpty || statistics.figures(formula: 0, ranges: $0..<$0 + 1).pairs > 0
        }
        let titles = ranges.map { BandText.limit(RangeBand.all[$0]).split(separator: " ").map(String.init) }
        let figures = statistics.formulas.indices.map { formula in
            ranges.map { statistics.figures(formula: formula, ranges: $0..<$0 + 1) }
        }
        let hasGaps = ranges.indices.map { range in figures.contains { $0[range].withoutAnswer > 0 } }
        let rows = statistics.formulas.indices.map { formula in
            let cells = zip(figures[formula], hasGaps).map { figures, hasGaps in
                let text = BandText.error(figures.error.maximum).replacing(" ", with: "")
                return text + (figures.withoutAnswer > 0 ? "!" : hasGaps ? " " : "")
            }
            return (statistics.formulas[formula].name, cells)
        }
        return ["Largest error, by the range up to which pairs lie apart:"]
            + NarrowTable(
                name: "formula",
                titles: titles.map { $0[0] },
                units: titles.map { $0.count > 1 ? $0[1] : "" },
                width: width
            ).lines(rows, header: style.quiet)
            + (hasGaps.contains(true) ? ["!  no answer for some of the pairs"] : [])
    }

    private func totals(_ results: DistanceResults) -> [String] {
        let totals = DistanceOrigin(results: results).totals
        guard !totals.isEmpty else { return [] }
        return ["The whole way:"]
            + NarrowTable(name: "formula", titles: ["length", "error"], units: ["", ""], width: width)
            .lines(totals.map { ($0.name, [$0.length, $0.error]) }, header: style.quiet)
    }

    private func verdicts(_ results: DistanceResults, _ names: [String]) -> [String] {
        let column = (names.map(\.count).max() ?? 0) + 2
        let verdict = VerdictText(results: results)
        return names.indices.flatMap { formula in
            let text = names[formula].rightPadded(to: column) + verdict.sentence(formula: formula)
            return TextWrapping.lines(text, width: width, indent: column)
        }
    }

    private func times(_ results: DistanceResults, _ names: [String]) -> [String] {
        guard let nanoseconds = results.nanoseconds else { return [] }
        let rows = zip(names, nanoseconds).map { ($0, [$1.map(NumberText.short) ?? "–"]) }
        return ["Time for one distance on this machine, the median:"]
            + NarrowTable(name: "formula", titles: ["ns"], units: [""], width: width).lines(rows, header: style.quiet)
    }
}
