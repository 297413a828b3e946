package import Evaluation

/// The tables of an evaluation, for the formats that show all of them: Markdown and LaTeX.
package struct EvaluationTables {
    /// The means over recordings; nil for a single recording.
    package let means: FigureTable?
    /// The ranking of the pipelines; nil for one recording or one pipeline.
    package let ranking: RankingSection?
    /// One table per recording, with remarks on its runs.
    let recordings: [FigureTable]
    /// The notes that cells refer to.
    let footnotes: [Footnotes.Note]

    /// The meaning of the brackets in a table of means.
    static let intervalText =
        "In brackets: the 95 % bootstrap interval over recordings, and the number of recordings with a figure if it is "
        + "smaller than the total."

    /// - Parameter notesHiddenMetrics: whether the notes include those on metrics without a column.
    package init(_ results: EvaluationResults, notesHiddenMetrics: Bool = false) {
        let groups = RecordingGroup.groups(of: results.runs)
        let columns = ReportColumn.columns(for: results.runs)
        var footnotes = Footnotes()
        recordings = groups.map { group in
            let remarks = RunRemarks(of: group.runs)
            var table = FigureTable(runsOf: group, columns, footnotes: &footnotes)
            table.caption = "\(group.title): \(group.extent), \(group.basis), \(group.checksum)"
            if group.hasIntervals { table.caption += ". In brackets: \(RecordingGroup.intervalText)" }
            table.remarks = remarks.skipped.map { "skipped: \($0)" } + remarks.remarks
            return table
        }
        means =
            groups.count > 1
            ? Self.means(
                groups,
                columns,
                FigureTable(meansOf: PipelineMeans.all(in: groups), columns, footnotes: &footnotes)
            ) : nil
        ranking = RankingSection(groups, columns)
        if notesHiddenMetrics { Self.noteHiddenMetrics(results.runs, in: &footnotes) }
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes.notes
    }

    private static func means(
        _ groups: [RecordingGroup],
        _ columns: [ReportColumn],
        _ table: FigureTable
    ) -> FigureTable {
        var table = table
        table.caption =
            "Mean over \(groups.count) recordings, each with the same weight. \(intervalText)"
        table.remarks = [BestValues.remark(on: columns.map(\.metric))].compactMap(\.self)
        return table
    }

    /// Numbers the notes on metrics without a column.
    private static func noteHiddenMetrics(_ runs: [EvaluationRun], in footnotes: inout Footnotes) {
        for metric in MetricCatalogue.metrics.map(\.name) {
            for run in runs {
                guard let explanation = run.metrics.explanation(of: metric) else { continue }
                _ = footnotes.number(of: explanation, about: metric)
            }
        }
    }
}

extension FigureTable {
    /// A table with one row per run over a recording.
    init(runsOf group: RecordingGroup, _ columns: [ReportColumn], footnotes: inout Footnotes) {
        var rows: [[Cell]] = group.runs.map { [.text($0.pipeline.name)] }
        for column in columns {
            let figures = group.runs.map { $0.metrics[column.metric] }
            let best = BestValues.rows(figures, of: column.metric)
            for (row, run) in group.runs.enumerated() {
                let note = run.metrics.explanation(of: column.metric)
                rows[row].append(
                    Cell(
                        text: figures[row].map { NumberText.short($0, of: column.metric) },
                        value: figures[row],
                        isBest: best.contains(row),
                        interval: run.metrics.intervals[column.metric],
                        note: note.map { footnotes.number(of: $0, about: column.metric) - 1 }
                    )
                )
            }
        }
        self.init(pipelines: columns.map(\.figureColumn), rows: rows)
    }

    /// A table with one row per pipeline: its means over all recordings.
    ///
    /// A column whose means cover different recordings has no best figure.
    package init(meansOf pipelines: [PipelineMeans], _ columns: [ReportColumn], footnotes: inout Footnotes) {
        var rows: [[Cell]] = pipelines.map { [.text($0.name)] }
        for column in columns {
            let means = pipelines.map { $0.mean(of: column.metric) }
            let bases = Set(means.filter { $0.value != nil }.map(\.recordings))
            let best = bases.count == 1 ? BestValues.rows(ofMeans: means, of: column.metric) : []
            for (row, mean) in means.enumerated() {
                let text = mean.value.map { NumberText.short($0) }
                let note = footnotes.number(of: mean, column.metric)
                rows[row].append(mean.cell(text: text, isBest: best.contains(row), footnote: note))
            }
        }
        self.init(pipelines: columns.map(\.figureColumn), rows: rows)
    }

    /// A table whose first column names pipelines, or the rows named by `subject`.
    init(pipelines columns: [Column], subject: String = "pipeline", rows: [[Cell]]) {
        self.init(columns: [Column(key: subject, title: subject)] + columns, rows: rows)
    }
}

extension MetricMean {
    /// The mean as a cell.
    ///
    /// - Parameter footnote: the number of the note on it, counted from 1.
    func cell(text: String?, isBest: Bool, footnote: Int?) -> FigureTable.Cell {
        FigureTable.Cell(
            text: text,
            value: value,
            isBest: isBest,
            interval: interval,
            count: recordings.count,
            total: total,
            note: footnote.map { $0 - 1 }
        )
    }
}
