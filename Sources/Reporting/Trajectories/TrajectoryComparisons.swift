import Evaluation
public import Positions
public import Recordings
import SensorModel

/// Comparisons of several estimates with their references as tables, JSON and a picture. They cover one or several
/// runs.
///
/// A run is a reference with one estimate of each method. If the command line names single files instead of folders,
/// there is only one run, which has no name.
public struct TrajectoryComparisons: Sendable {
    /// The results of one estimate of one run.
    public struct Measured: Sendable {
        /// The results as statistics, without the errors of single poses.
        public let figures: TrajectoryFigures
        /// The file of the reference.
        public let reference: TrajectorySummary
        /// The file of the estimate.
        public let estimate: TrajectorySummary
        /// The errors over time; `nil` if no picture is drawn.
        public let curve: TrajectoryCurve?

        /// Creates the results of a report.
        ///
        /// - Parameters:
        ///   - report: the report, which contains the errors of single poses.
        ///   - keepsCurve: whether to keep the errors over time for a picture.
        public init(_ report: TrajectoryReport, keepsCurve: Bool) {
            figures = report.figures
            reference = report.reference
            estimate = report.estimate
            curve = keepsCurve ? TrajectoryCurve(report.comparison) : nil
        }
    }

    /// One estimate of one run.
    public struct Row: Sendable {
        /// The index of the estimate in ``TrajectoryComparisons/estimates``.
        public let estimate: Int
        /// The index of the run in ``TrajectoryComparisons/runs``, or 0 if `runs` is `nil`.
        public let run: Int
        /// The results; `nil` if they are missing. In this case, ``reason`` explains why.
        public let measured: Measured?
        /// The reason why the results are missing; `nil` if they exist.
        public let reason: String?

        /// Creates a row with results.
        public init(estimate: Int, run: Int, _ measured: Measured) {
            (self.estimate, self.run, self.measured, reason) = (estimate, run, measured, nil)
        }

        /// Creates a row without results.
        public init(estimate: Int, run: Int, reason: String) {
            (self.estimate, self.run, measured, self.reason) = (estimate, run, nil, reason)
        }
    }

    /// The metric, which is the same for all rows.
    public let metric: TrajectoryMetric
    /// The part of the pose error that every row measures.
    public let part: PosePart
    /// The alignment method, which is the same for all rows.
    public let alignment: PoseAlignment
    /// The names of the estimates, in the order of the tables.
    public let estimates: [String]
    /// The names of the runs; `nil` for a single run, which has no name. A run is one reference with its estimates.
    public let runs: [String]?
    /// The rows, in the order of the tables.
    public let rows: [Row]
    /// Sentences about files that were not compared: one sentence for each file without a matching reference or
    /// estimate.
    public let unpaired: [String]
    /// The tool that computed the comparisons.
    public let tool: ProgramVersion

    /// Creates a report on comparisons.
    public init(
        _ metric: TrajectoryMetric,
        of part: PosePart,
        alignment: PoseAlignment,
        estimates: [String],
        runs: [String]?,
        rows: [Row],
        unpaired: [String] = [],
        tool: ProgramVersion
    ) {
        self.metric = metric
        self.part = part
        self.alignment = alignment
        self.estimates = estimates
        self.runs = runs
        self.rows = rows
        self.unpaired = unpaired
        self.tool = tool
    }

    /// The comparisons as one JSON object of schema `sextant.trajectories/1`, with sorted keys and a final line end.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> [UInt8] {
        Array(try TidyJSON.data(TrajectoriesDocument(report: self).content, file: "\(metric.name).json"))
    }

    /// The title and the tables for a terminal of `width` columns.
    public func terminal(width: Int) -> String {
        let tables = TrajectoryTables(report: self)
        return heading.joined(separator: "\n") + "\n\n"
            + tables.all.map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The files of the tables: JSON, CSV with a row per estimate and run, Markdown, and CSV of the means over runs.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func files() throws(ReportError) -> [(name: String, content: [UInt8])] {
        let tables = TrajectoryTables(report: self)
        let name = metric.name
        var files = [("\(name).json", try json()), ("\(name).csv", Array(tables.rows.csv().utf8))]
        let markdown = tables.all.map { "\n" + ($0.caption.isEmpty ? "" : $0.caption + ":\n\n") + $0.markdown() }
        let head = "# \(TrajectoryText.title(metric, of: part).split(separator: "\n").joined(separator: ", "))\n\n"
        let facts = heading.dropFirst(TrajectoryText.title(metric, of: part).split(separator: "\n").count)
        let list = facts.map { "- \(MarkdownText.escaped($0))\n" }.joined()
        files.append(("\(name).md", Array((head + list + markdown.joined()).utf8)))
        if let means = tables.means { files.append(("\(name)-means.csv", Array(means.csv().utf8))) }
        return files
    }

    /// The title, the reference, the matching and the alignment, in one line each.
    private var heading: [String] {
        var lines = TrajectoryText.title(metric, of: part).split(separator: "\n").map(String.init)
        guard let first = rows.compactMap(\.measured).first else { return lines }
        if runs == nil { lines.append("reference  \(TrajectoryText.summary(first.reference))") }
        lines.append(
            "matched    \(TrajectoryText.matching(first.figures, showsOffset: first.figures.correction == nil))"
        )
        lines.append("aligned    \(alignment == .none ? "no (--align none)" : alignment.rawValue)")
        return lines
    }
}

extension TrajectoryComparisons {
    /// The rows of an estimate, in the order of the runs.
    func rows(of estimate: Int) -> [Row] { rows.filter { $0.estimate == estimate } }

    /// The mean of a value over the runs of an estimate; `nil` if no run has the value.
    func mean(of estimate: Int, _ figure: (TrajectoryFigures) -> Double?) -> Mean? {
        let own = rows(of: estimate)
        let values = own.compactMap { $0.measured.flatMap { figure($0.figures) } }
        guard !values.isEmpty else { return nil }
        return (
            value: values.reduce(0, +) / Double(values.count),
            interval: BootstrapInterval(ofMeanOf: values, isSigned: false),
            count: values.count,
            total: runs?.count ?? 1
        )
    }

    /// A mean over runs: `interval` is its 95 % interval, or `nil` for fewer than three runs. `count` is the number of
    /// runs that have the value, and `total` that of all runs.
    typealias Mean = (value: Double, interval: BootstrapInterval?, count: Int, total: Int)
}

/// The content of `ape.json` and `rpe.json` for several estimates, schema 1.
struct TrajectoriesDocument {
    let report: TrajectoryComparisons

    var content: JSONObject {
        var object: JSONObject = [
            "schema": "sextant.trajectories/1",
            "tool": report.tool,
            "metric": report.metric.name,
            "part": report.part.rawValue,
            "comparisons": report.rows.map(row),
        ]
        guard let runs = report.runs else { return object }
        object.add("runs", runs)
        object.add("unpaired", report.unpaired)
        object.add("means", report.estimates.indices.map(means))
        return object
    }

    /// The results of one estimate of one run. If the results are missing, `figures` is null and `reason` explains why.
    private func row(_ row: TrajectoryComparisons.Row) -> JSONObject {
        var object: JSONObject = [
            "name": report.estimates[row.estimate],
            "figures": row.measured.map {
                TrajectoryDocument.figures($0.figures, reference: $0.reference, estimate: $0.estimate)
            },
        ]
        object.add("run", report.runs.map { $0[row.run] })
        object.add("reason", row.reason)
        return object
    }

    /// The means of one estimate over the runs in which the estimate has results.
    private func means(_ estimate: Int) -> JSONObject {
        let own = report.rows(of: estimate).compactMap(\.measured)
        var object: JSONObject = ["name": report.estimates[estimate], "runs": own.count]
        if own.count < BootstrapInterval.minimumValues {
            object.add("interval_reason", "an interval needs at least \(BootstrapInterval.minimumValues) runs")
        }
        func add(_ name: String, _ unit: String?, _ figure: (TrajectoryFigures) -> Double?) {
            let mean = report.mean(of: estimate, figure)
            let limits = ["mean": mean?.value, "lower": mean?.interval?.lower, "upper": mean?.interval?.upper]
            object.add(TrajectoryDocument.key(name, unit), mean == nil ? [:] : limits)
        }
        for (index, entry) in (own.first?.figures.statistics.named ?? []).enumerated() {
            add(entry.name, report.part.unit) { $0.statistics.named[index].value }
        }
        for (index, axis) in (own.first?.figures.axes ?? []).enumerated() {
            add("\(axis.axis.rawValue)_rmse", axis.axis.unit) {
                $0.axes.indices.contains(index) ? $0.axes[index].statistics.rmse : nil
            }
        }
        return object
    }
}

/// The errors of one estimate over time, thinned for a picture.
public struct TrajectoryCurve: Sendable, Hashable {
    /// The number of bins. Each bin keeps its smallest and its largest error.
    private static let bins = 500

    /// The times in seconds on the reference's clock, or the indices of the poses if the poses have no times.
    let times: [Double]
    /// The errors in the unit of the error component.
    let errors: [Double]

    /// Creates the curve of a comparison. O(errors).
    package init(_ comparison: TrajectoryComparison) {
        let stamps = comparison.association.times
        let offset = comparison.matching.offset
        let indices = comparison.places
        let times = indices.map { index in stamps.map { $0[index] + offset } ?? Double(index) }
        let kept = MinMaxThinning.positions(x: times, y: comparison.errors, bins: Self.bins)
        self.times = kept.map { times[$0] }
        errors = kept.map { comparison.errors[$0] }
    }
}

/// The tables of several estimates: a row per estimate and run, and the means over runs.
struct TrajectoryTables {
    /// The number of significant digits of shown values. A fixed number of decimals would not suit errors from
    /// micrometres to kilometres.
    private static let digits = 4

    /// The magnitude, in metres or degrees, below which an error is shown as 0. Smaller errors are rounding errors of
    /// the alignment.
    private static let rounding = 1e-12

    let report: TrajectoryComparisons

    /// The tables for people: the means, followed by the rows.
    var all: [FigureTable] { [means, rows].compactMap(\.self) }

    private struct Column {
        let column: FigureTable.Column
        /// A Boolean value that indicates whether the table of means has the column.
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

    /// A table with a row per estimate and run.
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

    /// The columns with the root mean square and the mean of the errors along each axis.
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

    /// The columns with the corrections that were applied to the estimate before the comparison.
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

    /// The means over runs with their 95 % intervals; `nil` for a single run without a name.
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
        if runs.count < BootstrapInterval.minimumValues {
            table.remarks.append("no intervals: they need at least \(BootstrapInterval.minimumValues) runs")
        }
        return table
    }
}
