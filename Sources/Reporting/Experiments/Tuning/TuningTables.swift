import Evaluation
package import Experiments
import Recordings
import SensorModel

/// The tables of a ``TuningReport``.
package enum TuningTables {
    /// The meaning of the columns of ``means(_:_:)``.
    static let legend =
        "default: the parameters' defaults. tuned: the setting with the best mean over these recordings. left out: "
        + "each recording with the setting that is best on all other recordings, which estimates the benefit on new "
        + "recordings. overfit: how much the tuned mean is better than that. own best: the best figure of any setting "
        + "on that recording."

    /// The table of one metric: a row per family of pipelines, and remarks on each.
    static func means(_ entries: [TuningReport.Entry], _ metric: MetricName) -> FigureTable {
        let description = MetricCatalogue.metric(metric)
        func column(_ key: String, _ title: String, isGood: Bool = true) -> FigureTable.Column {
            FigureTable.Column(
                key: key,
                title: title,
                unit: description.unit,
                polarity: isGood ? description.polarity : .neutral
            )
        }
        var table = FigureTable(
            caption: "Tuning by \(metric.rawValue). \(description.polarity.rawValue.capitalisedFirst). Means over "
                + "recordings; in brackets their 95 % bootstrap intervals.",
            columns: [
                FigureTable.Column(key: "pipeline", title: "pipeline"), column("default", "default"),
                column("tuned", "tuned"), column("leave_one_out", "left out"), column("overfit", "overfit"),
                column("tuned_change", "tuned − default", isGood: false),
                column("leave_one_out_change", "left out − default", isGood: false),
            ]
        )
        let cost = description.polarity.cost ?? { $0 }
        let best = entries.compactMap { try? $0.result.get().leaveOneOut.map { cost($0.mean) } }.min()
        for entry in entries {
            guard case .success(let result) = entry.result else { continue }
            let isBest = entries.count > 1 && result.leaveOneOut.map { cost($0.mean) } == best && best != nil
            table.rows.append(
                [.text(entry.pipeline)]
                    + [
                        figures(result.standard), figures(result.tuned), figures(result.leaveOneOut, isBest: isBest),
                        result.overfit.map { .figure($0) } ?? .missing(note: nil), figures(result.tunedChange),
                        figures(result.leaveOneOutChange),
                    ]
            )
        }
        table.remarks = entries.flatMap { entry in
            switch entry.result {
            case .success(let result): TuningSentences.of(result).map { "\(entry.pipeline): \($0)" }
            case .failure(let obstacle): ["\(entry.pipeline): not tuned, because \(obstacle)"]
            }
        }
        return table
    }

    /// The table of one family of pipelines: a row per recording, with figures and the best parameters.
    package static func recordings(_ result: TuningResult) -> FigureTable {
        let description = MetricCatalogue.metric(result.metric)
        let names = result.tunedSetting.parameters.keys.sorted()
        func column(_ key: String, _ title: String) -> FigureTable.Column {
            FigureTable.Column(key: key, title: title, unit: description.unit, polarity: description.polarity)
        }
        return FigureTable(
            caption: "\(result.pipeline) by recording: \(result.metric.rawValue), and the parameters that are best for "
                + "the recording itself.",
            columns: [
                FigureTable.Column(key: "recording", title: "recording"), column("default", "default"),
                column("tuned", "tuned"), column("leave_one_out", "left out"), column("own_best", "own best"),
            ] + names.map { FigureTable.Column(key: $0, title: $0, polarity: .neutral) },
            rows: result.recordings.map { recording in
                [
                    .text(recording.recording), figure(recording.standard), figure(recording.tuned),
                    figure(recording.leaveOneOut?.figure), figure(recording.best.figure),
                ] + names.map { parameter(recording.best.setting.parameters[$0]) }
            },
            remarks: TuningSentences.choices(of: result)
        )
    }

    /// The table of a Pareto front: a row per setting.
    ///
    /// - Parameter most: the maximum number of rows; a longer front is thinned evenly.
    package static func front(_ front: ParetoFront, rows most: Int) -> FigureTable {
        let shown = spread(front.points.count, most: most).map { front.points[$0] }
        let names = front.metrics.map(\.rawValue).joined(separator: ", ")
        let equals = front.points.reduce(0) { $0 + $1.equals }
        var table = FigureTable(
            caption:
                "Pareto front by \(names): no other setting is at least as good in all of these and better in one. "
                + "Means over recordings.",
            columns: [FigureTable.Column(key: "setting", title: "setting")]
                + front.metrics.map { metric in
                    let description = MetricCatalogue.metric(metric)
                    let column = ReportColumn.all.first { $0.metric == metric }?.figureColumn
                    return FigureTable.Column(
                        key: metric.rawValue,
                        title: column?.title ?? metric.rawValue,
                        unit: column.map(\.unit) ?? "",
                        polarity: description.polarity
                    )
                },
            rows: shown.map { point in [.text(point.setting.spec)] + point.means.map { .figure($0) } }
        )
        table.remarks = [
            "\(front.points.count) of \(front.settingCount) settings are on the front, \(front.dominated) are dominated"
                + (equals > 0 ? ", \(equals) are equal to a shown setting" : "")
                + (shown.count < front.points.count ? "; \(shown.count) of the front are shown" : "") + "."
        ]
        if front.incomplete > 0 {
            table.remarks.append(
                "Not compared: \(NumberText.count(front.incomplete, "setting")) without a figure for some recording."
            )
        }
        return table
    }

    /// At most `most` indices of `count`, evenly spread, including both ends.
    package static func spread(_ count: Int, most: Int) -> [Int] {
        guard count > most, most > 1 else { return Array(0..<min(count, most)) }
        return (0..<most).map { $0 * (count - 1) / (most - 1) }
    }

    private static func figures(_ figures: TuningFigures?, isBest: Bool = false) -> FigureTable.Cell {
        guard let figures else { return .missing(note: nil) }
        var cell = FigureTable.Cell.figure(figures.mean)
        cell.interval = figures.interval
        cell.isBest = isBest
        return cell
    }

    private static func figure(_ value: Double?) -> FigureTable.Cell {
        value.map { .figure($0) } ?? .missing(note: nil)
    }

    /// The parameter with all its digits, so that the setting can be reproduced.
    private static func parameter(_ value: ParameterValue?) -> FigureTable.Cell {
        switch value {
        case .number(let number): FigureTable.Cell(text: NumberText.exact(number), value: number)
        case .word(let word): .text(word)
        case nil: .missing(note: nil)
        }
    }
}
