import Evaluation

/// The tables of a Markdown report, and the notes that explain their cells.
struct MarkdownTables {
    private let groups: [RecordingGroup]
    private let columns: [ReportColumn]
    private let groupRows: [[ReportRow]]
    private let meanRows: [ReportRow]
    private let footnotes: Footnotes

    init(_ results: EvaluationResults) {
        groups = RecordingGroup.groups(of: results.runs)
        let columns = ReportColumn.columns(for: results.runs)
        self.columns = columns
        var footnotes = Footnotes()
        groupRows = groups.map { ReportRow.rows(of: $0, columns, footnotes: &footnotes) }
        meanRows =
            groups.count > 1
            ? ReportRow.rows(of: PipelineMeans.all(in: groups), columns, footnotes: &footnotes) : []
        Self.noteHiddenMetrics(results.runs, in: &footnotes)
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes
    }

    /// Means first, then recordings, then notes.
    var sections: [String] { overview + recordings + explanations }

    /// Means, and which pipelines differ.
    var overview: [String] {
        let means = meanRows.isEmpty ? [] : [self.means]
        return means + (RankingSection(groups, columns).map { [ranking($0)] } ?? [])
    }

    /// One per recording.
    var recordings: [String] { zip(groups, groupRows).map(section) }

    var explanations: [String] { footnotes.notes.isEmpty ? [] : [notes] }

    /// Metrics without a column have reasons and notes, too.
    private static func noteHiddenMetrics(_ runs: [EvaluationRun], in footnotes: inout Footnotes) {
        for metric in MetricCatalogue.metrics.map(\.name) {
            for run in runs {
                guard let explanation = run.metrics.explanation(of: metric) else { continue }
                _ = footnotes.number(of: explanation, about: metric)
            }
        }
    }

    private var means: String {
        "## Mean over \(groups.count) recordings\n\n" + table(meanRows)
            + "\nEach recording counts the same; of RMS figures, too, the arithmetic mean is taken. "
            + "In brackets: the 95 % bootstrap interval over recordings, and how many recordings have a figure "
            + "where not all have. "
            + "No figure is marked as the best of a column whose means rest on different recordings."
            + (BestValues.remark(on: columns.map(\.metric)).map { " \($0)" } ?? "") + "\n"
    }

    private func ranking(_ ranking: RankingSection) -> String {
        let sentences = ranking.sentences.map { "- \(MarkdownText.escaped($0))\n" }.joined()
        guard !ranking.columns.isEmpty else { return "## Ranking\n\n" + sentences }
        let header = ["pipeline"] + ranking.columns.map(\.plainTitle)
        let rows = ranking.rows.map { [MarkdownText.escaped($0.name)] + $0.cells.map(Self.text) }
        return "## Ranking: mean ranks over recordings\n\n"
            + MarkdownText.table(header, numeric: 1..<header.count, rows: rows)
            + "\n\(RankingSection.explanation)\n\n" + sentences
    }

    private func section(_ group: RecordingGroup, _ rows: [ReportRow]) -> String {
        let heading = "## \(MarkdownText.escaped(group.title))\n\n"
        let remarks = RunRemarks(of: group.runs)
        let items = remarks.skipped.map { "skipped: \($0)" } + remarks.remarks
        let brackets = group.hasIntervals ? "\nIn brackets: \(RecordingGroup.intervalText).\n" : ""
        let list = items.map { "- \(MarkdownText.escaped($0))\n" }.joined()
        return heading + "\(group.extent) · \(group.basis) · \(MarkdownText.escaped(group.checksum))\n\n" + table(rows)
            + brackets + (list.isEmpty ? "" : "\n" + list)
            + FrequencyTable(group.runs).markdown
    }

    private func table(_ rows: [ReportRow]) -> String {
        let header = ["pipeline"] + columns.map(\.title)
        let cells = rows.map { [MarkdownText.escaped($0.name)] + $0.cells.map(Self.text) }
        return MarkdownText.table(header, numeric: 1..<header.count, rows: cells)
    }

    private static func text(_ cell: ReportRow.Cell) -> String {
        let number = cell.number ?? "–"
        var text = cell.isBest ? "**\(number)**" : number
        if let interval = cell.interval {
            text += " [\(NumberText.short(interval.lower)), \(NumberText.short(interval.upper))]"
        }
        if let mean = cell.mean, mean.isPartial { text += " (\(mean.recordings.count)/\(mean.total))" }
        return text + (cell.footnote.map { "<sup>\($0)</sup>" } ?? "")
    }

    private var notes: String {
        let items = footnotes.notes.map { note in
            let metrics = note.metrics.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            let runs = note.runs.map { " (\($0) \($0 == 1 ? "run" : "runs"))" } ?? ""
            return "\(note.number). \(metrics): \(MarkdownText.escaped(note.text))\(runs)\n"
        }
        return "## Notes\n\n" + items.joined()
    }
}
