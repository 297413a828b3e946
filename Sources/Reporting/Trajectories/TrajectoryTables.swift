import Evaluation
import Positions
import SensorModel

/// The tables of several estimates: a row per estimate and run, and the means over runs.
struct TrajectoryTables {
    /// The significant digits of a figure for people. Errors range from micrometres to kilometres.
    private static let digits = 4

    /// Metres, degrees: a mean error below it is a zero with rounding errors, as an alignment leaves it.
    private static let rounding = 1e-12

    private let report: TrajectoryComparisons

    init(_ report: TrajectoryComparisons) { self.report = report }

    /// The tables for people: the means before the rows.
    var all: [FigureTable] { [means, rows].compactMap(\.self) }

    private struct Column {
        let column: FigureTable.Column
        /// Whether the table of means has the column.
        let hasMean: Bool
        let value: (TrajectoryFigures) -> Double?

        init(
            _ name: String,
            _ unit: String?,
            hasMean: Bool = false,
            _ value: @escaping (TrajectoryFigures) -> Double?
        ) {
            column = FigureTable.Column(
                key: TrajectoryDocument.key(name.replacing(" ", with: "_"), unit),
                title: name,
                unit: unit ?? "",
                polarity: .neutral
            )
            self.hasMean = hasMean
            self.value = value
        }
    }

    // MARK: Rows

    /// A row per estimate and run.
    var rows: FigureTable {
        let columns = counts + statistics + axes + corrections
        let names = report.runs == nil ? ["estimate"] : ["estimate", "run"]
        var table = FigureTable(
            caption: report.runs == nil ? "" : "each run",
            columns: names.map { FigureTable.Column(key: $0, title: $0) } + columns.map(\.column)
        )
        for row in report.rows {
            let name = FigureTable.Cell.text(report.estimates[row.estimate])
            let run = report.runs.map { FigureTable.Cell.text($0[row.run]) }
            table.rows.append([name] + [run].compactMap(\.self) + cells(row, columns, &table.notes))
        }
        let skipped = report.rows.compactMap { row in row.measured.flatMap { leftOut(row, $0.estimate) } }
        table.remarks += skipped + report.unpaired
        return table
    }

    private func cells(
        _ row: TrajectoryComparisons.Row,
        _ columns: [Column],
        _ notes: inout [String]
    ) -> [FigureTable.Cell] {
        guard let measured = row.measured else {
            let reason = row.reason ?? "not measured"
            let note = notes.firstIndex(of: reason) ?? notes.count
            if note == notes.count { notes.append(reason) }
            return columns.map { _ in .missing(note: note) }
        }
        return columns.map { column in column.value(measured.figures).map(Self.cell) ?? .missing(note: nil) }
    }

    private func leftOut(_ row: TrajectoryComparisons.Row, _ source: TrajectorySummary) -> String? {
        guard !source.leftOut.isEmpty else { return nil }
        let parts = source.leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let run = report.runs.map { " · \($0[row.run])" } ?? ""
        return "\(report.estimates[row.estimate])\(run): left out \(parts.joined(separator: ", "))"
    }

    private var unit: String? { report.part.unit }

    private var counts: [Column] {
        let matched = Column("matched", nil) { Double($0.matched) }
        let unmatched = Column("unmatched", nil) { Double($0.estimateLeftOut) }
        guard case .relative = report.metric else { return [matched, unmatched] }
        return [matched, unmatched, Column("pairs", nil) { Double($0.statistics.count) }]
    }

    private var statistics: [Column] {
        [
            Column("rmse", unit, hasMean: true) { $0.statistics.rmse },
            Column("mean", unit, hasMean: true) { $0.statistics.mean },
            Column("median", unit, hasMean: true) { $0.statistics.median },
            Column("std", unit) { $0.statistics.standardDeviation },
            Column("min", unit) { $0.statistics.minimum },
            Column("p95", unit, hasMean: true) { $0.statistics.p95 },
            Column("max", unit, hasMean: true) { $0.statistics.maximum },
        ]
    }

    /// The root mean square and the mean along each axis.
    private var axes: [Column] {
        let measured = report.rows.compactMap(\.measured).first { !$0.figures.axes.isEmpty }
        return (measured?.figures.axes ?? []).flatMap { axis in
            let statistics = { (figures: TrajectoryFigures) in
                figures.axes.first { $0.axis == axis.axis }?.statistics
            }
            return [
                Column("\(axis.axis.rawValue) rmse", axis.axis.unit, hasMean: true) { statistics($0)?.rmse },
                Column("\(axis.axis.rawValue) mean", axis.axis.unit) { statistics($0)?.mean },
            ]
        }
    }

    /// What was applied to the estimate.
    private var corrections: [Column] {
        let measured = report.rows.compactMap(\.measured).map(\.figures)
        var columns: [Column] = []
        if [.sim3, .scale].contains(report.alignment) { columns.append(Column("scale", nil) { $0.transform.scale }) }
        if measured.contains(where: { $0.correction?.clock != nil }) {
            columns.append(Column("clock offset", "ms") { $0.correction?.clock.map { 1_000 * $0.offset } })
            columns.append(Column("± clock", "ms") { $0.correction?.clock.map { 1_000 * $0.uncertainty } })
        }
        if measured.contains(where: { $0.correction?.body != nil }) {
            columns.append(Column("body rotation", "deg") { $0.correction?.body?.angle })
            columns.append(Column("± body", "deg") { $0.correction?.body?.uncertainty })
        }
        return columns
    }

    private static func cell(_ value: Double) -> FigureTable.Cell {
        FigureTable.Cell(text: TrajectoryText.digits(abs(value) < rounding ? 0 : value, digits), value: value)
    }

    // MARK: Means

    /// The means over runs with their 95 % intervals; nil for estimates of one reference.
    var means: FigureTable? {
        guard let runs = report.runs else { return nil }
        let columns = (statistics + axes).filter(\.hasMean)
        var table = FigureTable(
            caption: "means over \(NumberText.count(runs.count, "run")), with 95 % intervals",
            columns: [FigureTable.Column(key: "estimate", title: "estimate")]
                + [FigureTable.Column(key: "runs", title: "runs", polarity: .neutral)] + columns.map(\.column)
        )
        for (index, name) in report.estimates.enumerated() {
            let count = report.rows(of: index).count { $0.measured != nil }
            let runs = FigureTable.Cell(text: "\(count)", value: Double(count))
            let cells = columns.map { column -> FigureTable.Cell in
                guard let mean = report.mean(of: index, column.value) else { return .missing(note: nil) }
                var cell = Self.cell(mean.value)
                (cell.interval, cell.count, cell.total) = (mean.interval, mean.count, mean.total)
                return cell
            }
            table.rows.append([.text(name), runs] + cells)
        }
        if runs.count < BootstrapInterval.fewestValues {
            table.remarks.append("no intervals: they need at least \(BootstrapInterval.fewestValues) runs")
        }
        return table
    }
}
