import Evaluation

/// A row of a table that people read: a pipeline and its figures.
struct ReportRow: Sendable, Hashable {
    struct Cell: Sendable, Hashable {
        /// Nil where nothing could be measured.
        var number: String?
        var isBest = false
        /// The footnote that explains the cell.
        var footnote: Int?
        /// Of a mean, that over recordings; of a recording's own figure, that within it.
        var interval: BootstrapInterval?
        /// What the mean rests on; nil in a row that is no mean.
        var mean: MetricMean?
    }

    let name: String
    var cells: [Cell]
}

extension ReportRow {
    /// The rows of one recording.
    static func rows(of group: RecordingGroup, _ columns: [ReportColumn], footnotes: inout Footnotes) -> [ReportRow] {
        var rows = group.runs.map { ReportRow(name: $0.pipeline.name, cells: []) }
        for column in columns {
            let figures = group.runs.map { $0.metrics[column.metric] }
            let best = BestValues.rows(figures, of: column.metric)
            for (row, run) in group.runs.enumerated() {
                let note = run.metrics.explanation(of: column.metric)
                rows[row].cells.append(
                    Cell(
                        number: figures[row].map { NumberText.short($0, of: column.metric) },
                        isBest: best.contains(row),
                        footnote: note.map { footnotes.number(of: $0, about: column.metric) },
                        interval: run.metrics.intervals[column.metric]
                    )
                )
            }
        }
        return rows
    }

    /// The rows of the means over all recordings.
    ///
    /// Where the means of a column rest on different recordings, none of them is the best.
    static func rows(
        of pipelines: [PipelineMeans],
        _ columns: [ReportColumn],
        footnotes: inout Footnotes
    ) -> [ReportRow] {
        var rows = pipelines.map { ReportRow(name: $0.name, cells: []) }
        for column in columns {
            let means = pipelines.map { $0.mean(of: column.metric) }
            let bases = Set(means.filter { $0.value != nil }.map(\.recordings))
            let best = bases.count == 1 ? BestValues.rows(ofMeans: means, of: column.metric) : []
            for (row, mean) in means.enumerated() {
                rows[row].cells.append(
                    Cell(
                        number: mean.value.map { NumberText.short($0) },
                        isBest: best.contains(row),
                        footnote: footnotes.number(of: mean, column.metric),
                        interval: mean.interval,
                        mean: mean
                    )
                )
            }
        }
        return rows
    }
}
