import Evaluation
public import Positions
public import Recordings
import SensorModel

/// The comparisons of several estimates with their references, over one or several runs, as tables, JSON and a picture.
///
/// A run is a reference with one estimate of each method. Without folders there is one run, which has no name.
public struct TrajectoryComparisons: Sendable {
    /// The figures of one estimate of one run.
    public struct Measured: Sendable {
        /// The figures.
        public let figures: TrajectoryFigures
        /// The reference's file.
        public let reference: TrajectorySummary
        /// The estimate's file.
        public let estimate: TrajectorySummary
        /// The errors over time; nil where no picture is drawn.
        public let curve: TrajectoryCurve?

        /// The figures of a report, which keeps the errors of single poses.
        public init(_ report: TrajectoryReport, keepsCurve: Bool) {
            figures = report.figures
            reference = report.reference
            estimate = report.estimate
            curve = keepsCurve ? TrajectoryCurve(report.comparison) : nil
        }
    }

    /// One estimate of one run.
    public struct Row: Sendable {
        /// The index of the estimate's name.
        public let estimate: Int
        /// The index of the run's name.
        public let run: Int
        /// The figures, or nil with the ``reason``.
        public let measured: Measured?
        /// Why there are no figures; nil where they exist.
        public let reason: String?

        /// Creates a row with figures.
        public init(estimate: Int, run: Int, _ measured: Measured) {
            (self.estimate, self.run, self.measured, reason) = (estimate, run, measured, nil)
        }

        /// Creates a row without figures.
        public init(estimate: Int, run: Int, reason: String) {
            (self.estimate, self.run, measured, self.reason) = (estimate, run, nil, reason)
        }
    }

    /// The metric of all rows.
    public let metric: TrajectoryMetric
    /// The part of the error of all rows.
    public let part: PosePart
    /// The alignment of all rows.
    public let alignment: PoseAlignment
    /// The names of the estimates, in the order of the tables.
    public let estimates: [String]
    /// The names of the runs; nil for estimates of one reference.
    public let runs: [String]?
    /// The rows, in the order of the tables.
    public let rows: [Row]
    /// The files without a partner, one sentence each.
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
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func json() throws(ReportError) -> [UInt8] {
        Array(try TidyJSON.data(TrajectoriesDocument(self), file: "\(metric.name).json"))
    }

    /// The title and the tables for a terminal of `width` columns.
    public func terminal(width: Int) -> String {
        let tables = TrajectoryTables(self)
        return heading.joined(separator: "\n") + "\n\n"
            + tables.all.map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The files of the tables: JSON, CSV with a row per estimate and run, Markdown, and CSV of the means over runs.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func files() throws(ReportError) -> [(name: String, content: [UInt8])] {
        let tables = TrajectoryTables(self)
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

    /// The title, the reference, the matching and the alignment, one line each.
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
    /// The rows of an estimate, in the order of runs.
    func rows(of estimate: Int) -> [Row] { rows.filter { $0.estimate == estimate } }

    /// The mean of a figure over the runs of an estimate; nil where no run has it.
    func mean(of estimate: Int, _ figure: (TrajectoryFigures) -> Double?) -> Mean? {
        let own = rows(of: estimate)
        let values = own.compactMap { $0.measured.flatMap { figure($0.figures) } }
        guard !values.isEmpty else { return nil }
        return Mean(
            value: values.reduce(0, +) / Double(values.count),
            interval: BootstrapInterval(ofMeanOf: values, isSigned: false),
            count: values.count,
            total: runs?.count ?? 1
        )
    }

    /// A mean over runs.
    struct Mean {
        let value: Double
        /// Nil with fewer than three runs.
        let interval: BootstrapInterval?
        /// The number of runs with the figure.
        let count: Int
        /// The number of all runs.
        let total: Int
    }
}
