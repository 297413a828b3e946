public import Evaluation
import Recordings
import SensorModel

/// The results as text for a terminal: a table per recording, the means over recordings, and explanations.
///
/// `*` marks the best value of a column, and all values that look the same at the shown precision. A missing value is
/// `–` with a footnote. A mean over recordings is the arithmetic mean of the recordings' values, also for RMS values,
/// as in BROAD (Laidig et al. 2021). The mean excludes recordings without a value; a footnote reports their number.
public struct TerminalReport: Sendable, Hashable {
    /// The minimum width, in columns. A report for a narrower terminal has this width.
    public static let minimumWidth = 60

    /// The maximum width of a line, in columns.
    public let width: Int
    /// A Boolean value that indicates whether colour adds emphasis. No information depends on colour.
    public let colour: Bool
    /// The maximum number of recordings that are listed in full. If there are more recordings, only those with the
    /// largest errors are listed, in one line each. The means always cover all recordings.
    public let maximumRecordings: Int
    /// A Boolean value that indicates whether each row is an AR system that was replayed from its description, instead
    /// of a pipeline. If so, the report has columns for errors on the screen.
    public let isOfSystems: Bool

    /// Creates a report for a terminal.
    public init(width: Int = 80, colour: Bool = false, maximumRecordings: Int = 12, isOfSystems: Bool = false) {
        self.width = max(width, Self.minimumWidth)
        self.colour = colour
        self.maximumRecordings = maximumRecordings
        self.isOfSystems = isOfSystems
    }

    /// The report, with a line end after every line.
    public func render(_ results: EvaluationResults) -> String {
        guard !results.runs.isEmpty else { return "There are no runs to report.\n" }
        return TerminalSections(results, self).lines().map { $0 + "\n" }.joined()
    }
}

/// The sections of a report for a terminal, as lines.
struct TerminalSections {
    private let results: EvaluationResults
    private let width: Int
    private let style: TerminalStyle
    private let groups: [RecordingGroup]
    private let columns: [ReportColumn]
    private let subject: String
    private let showsRecordings: Bool
    private let recordings: [FigureTable]
    private let means: FigureTable?
    private let footnotes: Footnotes

    init(_ results: EvaluationResults, _ report: TerminalReport) {
        self.results = results
        width = report.width
        style = TerminalStyle(isColoured: report.colour)
        groups = RecordingGroup.groups(of: results.runs)
        subject = report.isOfSystems ? "system" : "pipeline"
        let runs = results.runs
        let columns = report.isOfSystems ? ReportColumn.ofSystems(runs) : ReportColumn.columns(for: runs)
        self.columns = columns
        showsRecordings = groups.count <= max(1, report.maximumRecordings)
        var footnotes = Footnotes()
        recordings =
            showsRecordings
            ? groups.map { FigureTable(runsOf: $0, columns, footnotes: &footnotes) } : []
        means =
            groups.count > 1
            ? FigureTable(meansOf: PipelineMeans.all(in: groups), columns, footnotes: &footnotes) : nil
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes
    }

    /// The lines of the report. No line is wider than the terminal.
    func lines() -> [String] {
        let rows = recordings.flatMap(\.rows) + (means?.rows ?? [])
        let renderer = renderer(columns.map(\.figureColumn), rows)
        var sections: [[String]] = []
        if showsRecordings {
            for (group, table) in zip(groups, recordings) {
                let heading = heading("\(group.title) · \(group.extent)")
                sections.append(
                    heading + renderer.lines(table.rows) + remarks(of: group.runs)
                        + FrequencyTable(group.runs).lines(width: width, style: style)
                )
            }
        } else {
            sections.append(hardestRecordings)
        }
        if let means {
            let remarks = showsRecordings ? [] : remarks(of: results.runs)
            sections.append(heading("mean over \(groups.count) recordings") + renderer.lines(means.rows) + remarks)
        }
        if let ranking = RankingSection(groups, columns) { sections.append(lines(ranking)) }
        if !footnotes.notes.isEmpty { sections.append(footnoteLines) }
        if !results.failed.isEmpty { sections.append(failures) }
        let hasBest = rows.contains { $0.contains(where: \.isBest) }
        sections.append(legend(hasBest: hasBest) + origin)
        return Array(sections.joined(separator: [""]))
    }

    private func renderer(_ columns: [FigureTable.Column], _ rows: [[FigureTable.Cell]]) -> TerminalTable {
        let layout = TerminalTable.Layout(width: width, breaksLongNames: true, isBrief: true, style: style)
        let table = FigureTable(pipelines: columns, subject: subject, rows: rows)
        return TerminalTable(columns: table.columns, rows: rows, layout: layout)
    }

    private func lines(_ ranking: RankingSection) -> [String] {
        let sentences = ranking.sentences.flatMap { TextWrapping.lines("  " + $0, width: width, indent: 4) }
        guard let table = ranking.table else { return sentences.map(style.quiet) }
        let ranks = renderer(Array(table.columns.dropFirst()), table.rows).lines(table.rows)
        return heading("mean ranks over recordings") + ranks + sentences
            + TextWrapping.lines("  " + RankingSection.explanation, width: width, indent: 4).map(style.quiet)
    }

    private func heading(_ text: String) -> [String] {
        TextWrapping.lines(text, width: width, indent: 2).map(style.heading)
    }

    private func remarks(of runs: [EvaluationRun]) -> [String] {
        let all = RunRemarks(of: runs)
        let lines = all.skipped.map { "skipped: \($0)" } + all.remarks.map { "note: \($0)" }
        return lines.flatMap { TextWrapping.lines("  " + $0, width: width, indent: 4) }.map(style.quiet)
    }

    private static let hardestCount = 10

    /// The recordings on which even the best pipeline has a large error, in descending order of this error.
    private var hardestRecordings: [String] {
        let isOfLocations = !results.runs.contains { $0.metrics[.totalRMSE] != nil }
        let (metric, title, unit) =
            isOfLocations ? (Metric.locationErrorRMS, "location RMS", " m") : (.totalRMSE, "total RMSE", "°")
        let all = groups.compactMap { group -> (title: String, pipeline: String, error: Double)? in
            let errors = group.runs.compactMap { run in run.metrics[metric].map { (run.pipeline.name, $0) } }
            return errors.min { $0.1 < $1.1 }.map { (group.title, $0.0, $0.1) }
        }
        let sorted = all.enumerated().sorted { ($1.element.error, $0.offset) < ($0.element.error, $1.offset) }
        let entries = sorted.prefix(Self.hardestCount).map(\.element)
        guard !entries.isEmpty else {
            return TextWrapping.lines("\(groups.count) recordings", width: width).map(style.heading)
        }
        let titles = entries.map { TextWrapping.shortened($0.title, width: width * 2 / 5) }
        let titleWidth = titles.map(DisplayWidth.of).max() ?? 0
        let rows = zip(titles, entries).map { title, entry in
            let start =
                title.rightPadded(to: titleWidth) + " " + NumberText.short(entry.error).leftPadded(to: 7) + "\(unit)  "
            return start + TextWrapping.shortened(entry.pipeline, width: width - DisplayWidth.of(start))
        }
        return heading(
            "\(groups.count) recordings; the \(entries.count) hardest, by the \(title) of their best pipeline"
        ) + rows
    }

    private var failures: [String] {
        let total = groups.count + results.failed.count
        let lines = results.failed.flatMap { TextWrapping.lines("  \($0.error)", width: width, indent: 4) }
        return heading("failed: \(results.failed.count) of \(total) recordings") + lines
    }

    private var footnoteLines: [String] {
        let failures = results.runs.compactMap(\.failure)
        return footnotes.notes.flatMap { note in
            let metrics = note.metrics.map { ReportColumn.label(of: $0, among: columns) }.joined(separator: ", ")
            // The command prints the failure of a run as an error after the report.
            let reason = failures.reduce(note.text) {
                $0.replacing($1.description, with: "\($1.location) failed; see the error")
            }
            let text = "\(Footnotes.mark(note.number)) \(metrics): \(reason)\(note.runCount)"
            return TextWrapping.lines(text, width: width, indent: 2)
        }
    }

    /// The meaning of columns and marks.
    private func legend(hasBest: Bool) -> [String] {
        let labels = columns.map { $0.label(among: columns) }
        let titleWidth = max(8, (labels.map(DisplayWidth.of).max() ?? 0) + 1)
        var entries = zip(labels, columns).map { ($0, $1.metric.summary) }
        if hasBest { entries.append(("*", BestValues.meaning)) }
        if means != nil {
            entries.append(("mean", "Arithmetic mean of the recordings' values, each with the same weight."))
            if hasBest, let remark = BestValues.remark(on: columns.map(\.metric)) { entries.append(("", remark)) }
        }
        return entries.flatMap { label, meaning in
            TextWrapping.lines(label.rightPadded(to: titleWidth) + meaning, width: width, indent: titleWidth)
        }
    }

    private var origin: [String] {
        let host = results.host
        let text =
            "sextant \(results.tool.version) (\(results.tool.revision.prefix(10))), \(host.build) build, "
            + "\(host.system) \(host.architecture), \(host.cores) cores, \(NumberText.duration(host.elapsedSeconds))"
        return TextWrapping.lines(text, width: width, indent: 2).map(style.quiet)
    }
}
