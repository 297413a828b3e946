import Evaluation

/// The parts of a report for a terminal, as lines.
struct TerminalSections {
    private let results: EvaluationResults
    private let width: Int
    private let style: TerminalStyle
    private let groups: [RecordingGroup]
    private let columns: [ReportColumn]
    private let subject: String
    private let showsRecordings: Bool
    private let recordingRows: [[ReportRow]]
    private let meanRows: [ReportRow]
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
        showsRecordings = groups.count <= max(1, report.mostRecordings)
        var footnotes = Footnotes()
        recordingRows =
            showsRecordings
            ? groups.map { ReportRow.rows(of: $0, columns, footnotes: &footnotes) } : []
        meanRows =
            groups.count > 1
            ? ReportRow.rows(of: PipelineMeans.all(in: groups), columns, footnotes: &footnotes) : []
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes
    }

    func lines() -> [String] {
        let rows = recordingRows.flatMap(\.self) + meanRows
        let table = TerminalTable(of: subject, columns: columns, rows: rows, width: width, style: style)
        var sections: [[String]] = []
        if showsRecordings {
            for (group, rows) in zip(groups, recordingRows) {
                let heading = heading("\(group.title) · \(group.extent)")
                sections.append(heading + table.lines(rows) + remarks(of: group.runs) + frequencies(of: group.runs))
            }
        } else {
            sections.append(HardestRecordings(groups).lines(width: width, style: style))
        }
        if groups.count > 1 {
            let remarks = showsRecordings ? [] : remarks(of: results.runs)
            sections.append(heading("mean over \(groups.count) recordings") + table.lines(meanRows) + remarks)
        }
        if let ranking = RankingSection(groups, columns) { sections.append(lines(ranking)) }
        if !footnotes.notes.isEmpty { sections.append(footnoteLines) }
        if !results.failed.isEmpty { sections.append(failures) }
        sections.append(
            TerminalLegend(
                columns: columns,
                hasBest: rows.contains { $0.cells.contains(where: \.isBest) },
                hasMeans: groups.count > 1
            ).lines(width: width) + origin
        )
        return Array(sections.joined(separator: [""]))
    }

    private func lines(_ ranking: RankingSection) -> [String] {
        let sentences = ranking.sentences.flatMap { TextWrapping.lines("  " + $0, width: width, indent: 4) }
        guard !ranking.columns.isEmpty else { return sentences.map(style.quiet) }
        let table = TerminalTable(
            of: subject,
            columns: ranking.columns.map(\.withoutUnit),
            rows: ranking.rows,
            width: width,
            style: style
        )
        return heading("mean ranks over recordings") + table.lines(ranking.rows) + sentences
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

    private func frequencies(of runs: [EvaluationRun]) -> [String] {
        FrequencyTable(runs).lines(width: width, style: style)
    }

    private var failures: [String] {
        let total = groups.count + results.failed.count
        let lines = results.failed.flatMap { TextWrapping.lines("  \($0.error)", width: width, indent: 4) }
        return heading("left out: \(results.failed.count) of \(total) recordings") + lines
    }

    private var footnoteLines: [String] {
        footnotes.notes.flatMap { note in
            let metrics = note.metrics.map { ReportColumn.label(of: $0, among: columns) }.joined(separator: ", ")
            let runs = note.runs.map { " (\($0) \($0 == 1 ? "run" : "runs"))" } ?? ""
            let text = "\(Footnotes.mark(note.number)) \(metrics): \(note.text)\(runs)"
            return TextWrapping.lines(text, width: width, indent: 2)
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
