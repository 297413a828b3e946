import Evaluation

/// The tables of a report on an evaluation, for formats that lay them out alike.
struct EvaluationTables {
    /// Of several recordings.
    let means: FigureTable?
    /// Mean ranks, where there are some.
    let ranks: FigureTable?
    /// What the ranking says in words; empty of one recording or one pipeline.
    let verdicts: [String]
    /// One per recording, with what is to be said of it as remarks.
    let recordings: [FigureTable]
    /// What the marks in cells refer to.
    let footnotes: [Footnotes.Note]

    init(_ results: EvaluationResults) {
        let groups = RecordingGroup.groups(of: results.runs)
        let columns = ReportColumn.columns(for: results.runs)
        var footnotes = Footnotes()
        recordings = groups.map { group in
            let remarks = RunRemarks(of: group.runs)
            var table = Self.table(ReportRow.rows(of: group, columns, footnotes: &footnotes), columns)
            table.caption = "\(group.title): \(group.extent), \(group.basis), \(group.checksum)"
            if group.hasIntervals { table.caption += ". In brackets: \(RecordingGroup.intervalText)" }
            table.remarks = remarks.skipped.map { "skipped: \($0)" } + remarks.remarks
            return table
        }
        let means = PipelineMeans.all(in: groups)
        self.means =
            groups.count > 1
            ? Self.means(groups, ReportRow.rows(of: means, columns, footnotes: &footnotes), columns) : nil
        let ranking = RankingSection(groups, columns)
        verdicts = ranking?.sentences ?? []
        ranks = ranking.flatMap { ranking in
            guard !ranking.columns.isEmpty else { return nil }
            var table = Self.table(ranking.rows, ranking.columns.map(\.withoutUnit))
            table.caption = "Mean ranks over recordings. \(RankingSection.explanation)"
            return table
        }
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes.notes
    }

    private static func means(
        _ groups: [RecordingGroup],
        _ rows: [ReportRow],
        _ columns: [ReportColumn]
    ) -> FigureTable {
        var table = table(rows, columns)
        table.caption =
            "Mean over \(groups.count) recordings, each counting the same. In brackets: the 95 % bootstrap interval "
            + "over recordings, and how many recordings have a figure where not all have."
        table.remarks = [BestValues.remark(on: columns.map(\.metric))].compactMap(\.self)
        return table
    }

    private static func table(_ rows: [ReportRow], _ columns: [ReportColumn]) -> FigureTable {
        FigureTable(
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + columns.map(\.figureColumn),
            rows: rows.map { row in [.words(row.name)] + row.cells.map(\.figureCell) }
        )
    }
}

extension ReportColumn {
    /// The same for a ``FigureTable``.
    var figureColumn: FigureTable.Column {
        let description = MetricCatalogue.metric(metric)
        let hasUnit = title != plainTitle
        return FigureTable.Column(
            key: metric.rawValue,
            title: plainTitle,
            unit: hasUnit ? description.unit : "",
            polarity: description.polarity
        )
    }
}

extension ReportRow.Cell {
    /// The same for a ``FigureTable``.
    var figureCell: FigureTable.Cell {
        FigureTable.Cell(
            text: number,
            value: mean?.value,
            isBest: isBest,
            interval: interval,
            count: mean?.recordings.count,
            total: mean?.total,
            note: footnote.map { $0 - 1 }
        )
    }
}
