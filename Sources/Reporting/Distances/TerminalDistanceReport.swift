import Evaluation
import Geodesy
public import Positions

/// A comparison of distance formulas for a terminal: the largest error of each formula in each range band, and the
/// distance up to which each formula is accurate.
public struct TerminalDistanceReport: Sendable, Hashable {
    /// The maximum width of a line, in columns; at least 60.
    public let width: Int
    /// A Boolean value that indicates whether colour adds emphasis.
    public let colour: Bool

    private var style: TerminalStyle { TerminalStyle(isColoured: colour) }

    /// Creates a report for a terminal.
    public init(width: Int = 80, colour: Bool = false) {
        self.width = max(width, TerminalReport.minimumWidth)
        self.colour = colour
    }

    /// The report, with a line end after every line.
    public func render(_ results: DistanceResults) -> String {
        let names = results.statistics.formulas.map(\.name)
        let parts = [
            heading(results), table(results), totals(results), verdicts(results, names), times(results, names),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    private func heading(_ results: DistanceResults) -> [String] {
        let title = "\(results.origin) · reference: PROJ's geodesic on WGS84"
        return TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
    }

    private func table(_ results: DistanceResults) -> [String] {
        let statistics = results.statistics
        let ranges = RangeBand.all.indices.filter {
            statistics.formulas.isEmpty || statistics.figures(formula: 0, ranges: $0..<$0 + 1).pairs > 0
        }
        let figures = statistics.formulas.indices.map { formula in
            ranges.map { statistics.figures(formula: formula, ranges: $0..<$0 + 1) }
        }
        let hasGaps = ranges.indices.map { range in figures.contains { $0[range].withoutAnswer > 0 } }
        var table = FigureTable(text: ["formula"], figures: ranges.map { BandText.limit(RangeBand.all[$0]) })
        for column in table.columns.indices.dropFirst() {
            let words = table.columns[column].title.split(separator: " ").map(String.init)
            table.columns[column].shortHeading = FigureTable.ShortHeading(
                title: words[0],
                unit: words.count > 1 ? words[1] : ""
            )
        }
        for formula in statistics.formulas.indices {
            let cells = zip(figures[formula], hasGaps).map { figures, hasGaps in
                let text = BandText.error(figures.error.maximum).replacing(" ", with: "")
                return text + (figures.withoutAnswer > 0 ? "!" : hasGaps ? " " : "")
            }
            table.append([statistics.formulas[formula].name] + cells)
        }
        return ["Largest error by range:"] + lines(table)
            + (hasGaps.contains(true) ? ["!  no distance for some of the pairs"] : [])
    }

    private func totals(_ results: DistanceResults) -> [String] {
        results.totals.map { ["The whole route:"] + lines($0) } ?? []
    }

    private func verdicts(_ results: DistanceResults, _ names: [String]) -> [String] {
        let column = (names.map(\.count).max() ?? 0) + 2
        return names.indices.flatMap { formula in
            let text = names[formula].rightPadded(to: column) + results.verdict(formula: formula)
            return TextWrapping.lines(text, width: width, indent: column)
        }
    }

    private func times(_ results: DistanceResults, _ names: [String]) -> [String] {
        guard let nanoseconds = results.nanoseconds else { return [] }
        var table = FigureTable(text: ["formula"], figures: ["ns"])
        for (name, time) in zip(names, nanoseconds) { table.append([name, time.map(NumberText.short) ?? "–"]) }
        return ["Median time for one distance on this machine:"] + lines(table)
    }

    private func lines(_ table: FigureTable) -> [String] {
        TerminalTable.lines(table, layout: TerminalTable.Layout(width: width, style: style))
    }
}
