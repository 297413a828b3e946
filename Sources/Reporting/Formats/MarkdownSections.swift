import Evaluation

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

    /// The means, and the pipelines that differ.
    var overview: [String] { [tables.means.map(means), tables.ranking.map(ranking)].compactMap(\.self) }

    /// One section per recording.
    var recordings: [String] { zip(groups, tables.recordings).map(recording) }

    /// The notes that cells refer to.
    var notes: [String] {
        guard !tables.footnotes.isEmpty else { return [] }
        let items = tables.footnotes.map { note in
            let metrics = note.metrics.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            return "\(note.number). \(metrics): \(MarkdownText.escaped(note.text))\(note.runCount)\n"
        }
        return ["## Notes\n\n" + items.joined()]
    }

    private func means(_ table: FigureTable) -> String {
        "## Mean over \(groups.count) recordings\n\n" + table.markdownRows(showsEmptyBasis: true)
            + "\nEach recording has the same weight; RMS figures, too, are averaged arithmetically. "
            + EvaluationTables.intervalText
            + " A column whose means cover different recordings has no best figure." + meanRemarks + "\n"
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
