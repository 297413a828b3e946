import Evaluation
import Experiments

extension TuningTables {
    /// Tables of left-out results: the result on each recording uses the setting that is best on all other recordings.
    ///
    /// There is one table for each pair of metrics: one metric that selects the setting, and one that measures the
    /// result. A table has one row per family, and compares each family with the first family.
    static func leftOut(_ figures: [LeftOutFigures]) -> [FigureTable] {
        figures.grouped { LeftOutKey(metric: $0.metric, selectedBy: $0.selectedBy) }.compactMap { key, rows in
            // A single family needs no table of the selecting metric, because the table of means shows its values.
            guard rows.count > 1 || key.metric != key.selectedBy else { return nil }
            // If the first family has no value of this metric, the families are not compared.
            let first = rows.first.flatMap { rows.count > 1 && $0.pipeline == figures.first?.pipeline ? $0 : nil }
            return leftOut(rows, key, comparedWith: first)
        }
    }

    private struct LeftOutKey: Hashable {
        let metric: Metric
        let selectedBy: Metric
    }

    private static func leftOut(
        _ rows: [LeftOutFigures],
        _ key: LeftOutKey,
        comparedWith first: LeftOutFigures?
    ) -> FigureTable {
        let metric = key.metric
        var table = FigureTable(
            caption:
                "\(metric.name) of each recording with the setting that has the best \(key.selectedBy.name) over all "
                + "other recordings. \(metric.polarity.rawValue.capitalisedFirst).",
            columns: [
                FigureTable.Column(key: "pipeline", title: "pipeline"),
                FigureTable.Column(key: "recordings", title: "recordings", polarity: .neutral),
                metric.column("default", "default"), metric.column("leave_one_out", "left out"),
                metric.column(
                    "leave_one_out_change",
                    "left out − \(first == nil ? "" : "first row's ")default",
                    isChange: true
                ),
            ]
        )
        if first != nil {
            table.columns.append(metric.column("first_change", "left out − first row's", isChange: true))
        }
        for row in rows {
            let fromDefault = row.change(fromDefaultOf: first ?? row)
            table.rows.append([
                .text(row.pipeline),
                FigureTable.Cell(text: "\(row.recordings.count)", value: Double(row.recordings.count)),
                figures(row.standard), figures(row.leaveOneOut), figures(fromDefault),
            ])
            guard let first else { continue }
            let fromFirst = row == first ? nil : row.change(from: first)
            table.rows[table.rows.count - 1].append(figures(fromFirst))
            let sentences = [("default", fromDefault), ("left out", fromFirst)].compactMap { name, change in
                change.map { "\(name), \(TuningSentences.text(of: $0, metric))" }
            }
            guard !sentences.isEmpty else { continue }
            table.remarks.append(
                "\(row.pipeline) left out, compared with \(first.pipeline): \(sentences.joined(separator: "; "))."
            )
        }
        return table
    }

    /// Tables of results with settings that were tuned on another group of recordings: one table per metric.
    static func transfers(_ transfers: [TuningTransfer]) -> [FigureTable] {
        transfers.grouped(by: \.metric).map { metric, rows in
            FigureTable(
                caption:
                    "Settings of another group, by \(metric.name): the recordings of a group with the setting that is "
                    + "best over another group, and left out within their own group.",
                columns: [
                    FigureTable.Column(key: "pipeline", title: "pipeline"),
                    FigureTable.Column(key: "group", title: "group"),
                    FigureTable.Column(key: "tuned_on", title: "tuned on"),
                    metric.column("transferred", "other group's setting"), metric.column("leave_one_out", "left out"),
                    metric.column("change", "left out − other group's", isChange: true),
                ],
                rows: rows.map { row in
                    [
                        .text(row.pipeline), .text(row.group), .text(row.otherGroup), figures(row.transferred),
                        figures(row.leaveOneOut), figures(row.change),
                    ]
                },
                remarks: rows.map { row in
                    "\(row.pipeline) on \(row.group): its own settings, compared with "
                        + "\(TuningSentences.text(of: row.setting)) of \(row.otherGroup): "
                        + "\(TuningSentences.text(of: row.change, metric))."
                }
            )
        }
    }
}

extension Metric {
    /// Returns a column with values of the metric or, if `isChange` is `true`, with changes of the metric. A column of
    /// changes has neutral polarity, so that no change is marked as best.
    func column(_ name: String, _ title: String, isChange: Bool = false) -> FigureTable.Column {
        FigureTable.Column(key: name, title: title, unit: unit, polarity: isChange ? .neutral : polarity)
    }
}
