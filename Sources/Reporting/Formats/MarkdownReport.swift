public import Evaluation

/// `report.md`: the content of the terminal report, plus intervals, all metrics, all parameters, tool and host.
///
/// The best values of a column are bold. A mean over recordings is the arithmetic mean of the recordings' values, also
/// for RMS values, as in BROAD (Laidig et al. 2021). A mean over at least three recordings is followed by its 95 %
/// bootstrap interval, from 2,000 resamples with a fixed seed. A mean that does not cover all recordings is followed by
/// the number of recordings that it covers.
package struct MarkdownReport: Sendable, Hashable {
    package init() {}

    /// The content of `report.md`, with a line end after every line.
    package func render(_ results: EvaluationResults) -> String {
        let parts =
            [Self.introduction(results)] + MarkdownSections(results).all + Self.failures(results.failed)
            + ["## Metrics\n\n" + FigureTable(metricsOf: results.runs).markdownRows()]
            + [Self.pipelines(results.runs), Self.origin(results)]
        return parts.joined(separator: "\n")
    }

    /// The heading, the numbers of recordings, pipelines and runs, and the command line.
    static func introduction(_ results: EvaluationResults) -> String {
        let groups = RecordingGroup.groups(of: results.runs)
        let pipelines = Set(results.runs.map(\.pipeline.name)).count
        let parts = [
            NumberText.count(groups.count, "recording"), NumberText.count(pipelines, "pipeline"),
            NumberText.count(results.runs.count, "run"),
        ]
        var text = "# Sextant evaluation\n\n\(parts.joined(separator: ", ")).\n"
        if let command = results.command { text += "\nReproduce with:\n\n" + MarkdownText.codeBlock(command) }
        return text
    }

    /// The section on recordings that could not be evaluated; empty if all could be evaluated.
    static func failures(_ failed: [FailedRecording]) -> [String] {
        guard !failed.isEmpty else { return [] }
        let items = failed.map { "- \(MarkdownText.escaped($0.error))\n" }
        return ["## Failed recordings\n\nThe values above exclude these recordings.\n\n" + items.joined()]
    }

    /// The tool, and the machine on which it ran.
    static func origin(_ results: EvaluationResults) -> String {
        "## Tool and host\n\n" + OriginText.lines(results).map { "- \(MarkdownText.escaped($0))\n" }.joined()
    }

    /// The parameters of each pipeline. If they differ between recordings, each set of values has a row.
    private static func pipelines(_ runs: [EvaluationRun]) -> String {
        var counts: [EvaluationRun.PipelineSummary: Int] = [:]
        for run in runs { counts[run.pipeline, default: 0] += 1 }
        let pipelines = runs.map(\.pipeline).distinct()
        let sets = Dictionary(grouping: pipelines, by: \.name).mapValues(\.count)
        var table = FigureTable(text: ["pipeline", "parameters"], figures: [])
        for pipeline in pipelines {
            let share =
                sets[pipeline.name] == 1 ? "" : " (\(NumberText.count(counts[pipeline, default: 0], "run")))"
            table.append([pipeline.name + share, pipeline.parameterText])
        }
        return "## Pipelines\n\n" + table.markdownRows()
    }
}

/// The sections of a Markdown report with its tables, and the notes that explain their cells.
struct MarkdownSections {
    private let groups: [RecordingGroup]
    private let tables: EvaluationTables
    private let meanRemarks: String

    init(_ results: EvaluationResults) {
        groups = RecordingGroup.groups(of: results.runs)
        tables = EvaluationTables(results, notesHiddenMetrics: true)
        meanRemarks = tables.means.map { $0.remarks.map { " \($0)" }.joined() } ?? ""
    }

    /// All sections: means, ranking, recordings and notes, in that order.
    var all: [String] { overview + recordings + notes }

    /// The means and the ranking.
    var overview: [String] { [tables.means.map(means), tables.ranking.map(ranking)].compactMap(\.self) }

    /// One section per recording.
    var recordings: [String] { zip(groups, tables.recordings).map(recording) }

    /// The section with the notes to which cells of the tables refer; empty without notes.
    var notes: [String] {
        guard !tables.footnotes.isEmpty else { return [] }
        let items = tables.footnotes.map { note in
            let metrics = note.metrics.map { "`\($0.name)`" }.joined(separator: ", ")
            return "\(note.number). \(metrics): \(MarkdownText.escaped(note.text))\(note.runCount)\n"
        }
        return ["## Notes\n\n" + items.joined()]
    }

    private func means(_ table: FigureTable) -> String {
        "## Mean over \(groups.count) recordings\n\n" + table.markdownRows(showsEmptyBasis: true)
            + "\nEach recording has the same weight; RMS values, too, are averaged arithmetically. "
            + EvaluationTables.intervalText
            + " A column whose means cover different recordings has no best value." + meanRemarks + "\n"
    }

    private func ranking(_ ranking: RankingSection) -> String {
        let sentences = ranking.sentences.map { "- \(MarkdownText.escaped($0))\n" }.joined()
        guard let table = ranking.table else { return "## Ranking\n\n" + sentences }
        return "## Ranking: mean ranks over recordings\n\n" + table.markdownRows()
            + "\n\(RankingSection.explanation)\n\n" + sentences
    }

    private func recording(_ group: RecordingGroup, _ table: FigureTable) -> String {
        let heading = "## \(MarkdownText.escaped(group.title))\n\n"
        let facts = "\(group.extent) · \(group.basis) · \(MarkdownText.escaped(group.checksum))\n\n"
        let brackets = group.hasIntervals ? "\nIn brackets: \(RecordingGroup.intervalText).\n" : ""
        let list = table.remarks.map { "- \(MarkdownText.escaped($0))\n" }.joined()
        return heading + facts + table.markdownRows(showsEmptyBasis: true) + brackets
            + (list.isEmpty ? "" : "\n" + list) + FrequencyTable(group.runs).markdown
    }
}

/// `summary.md`: the short form of `report.md` for `$GITHUB_STEP_SUMMARY`.
///
/// It contains means, ranking, failures, tool and host, and the sections of recordings up to the limit.
public struct SummaryReport: Sendable, Hashable {
    /// The default length limit: 512 KiB. GitHub accepts 1 MiB from all steps of a job and discards longer summaries.
    public static let maximumBytes = 512 * 1_024

    /// The maximum length of the text, in bytes of UTF-8.
    public let limit: Int

    /// Creates a report with a maximum length in bytes.
    public init(limit: Int = maximumBytes) { self.limit = limit }

    /// The content of `summary.md`. Sections that do not fit are omitted; the last line reports their number.
    public func render(_ results: EvaluationResults) -> String {
        let sections = MarkdownSections(results)
        let parts =
            [MarkdownReport.introduction(results)] + sections.overview + MarkdownReport.failures(results.failed)
            + [MarkdownReport.origin(results)] + sections.notes + sections.recordings
        var text = ""
        var omitted = 0
        for part in parts {
            let room = limit - text.utf8.count - Self.note(parts.count).utf8.count
            if part.utf8.count + 1 <= room, omitted == 0 {
                text += (text.isEmpty ? "" : "\n") + part
            } else {
                omitted += 1
            }
        }
        let note = omitted == 0 ? "" : Self.note(omitted)
        return text.utf8.count + note.utf8.count <= limit ? text + note : ""
    }

    private static func note(_ count: Int) -> String {
        "\n\(NumberText.count(count, "more section")) omitted because of the size limit; see the full report.\n"
    }
}
