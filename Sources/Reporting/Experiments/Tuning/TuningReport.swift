import Evaluation
public import Experiments
import Recordings
import SensorModel

/// The result of tuning pipelines over recordings.
///
/// Pipelines that differ only in the values of tuned parameters are a family. For each family, the report compares
/// tuned with default parameters. The report also has a row for each recording. The row contains the best setting on
/// the recording, and the error with the setting that was tuned on all other recordings.
///
/// Further tables contain other metrics of the tuned settings, and the results of settings that were tuned on another
/// group of recordings. The Pareto front shows accuracy, jitter and lag. The terminal report and the Markdown page have
/// the same tables; ``csv()`` and ``recordingsCSV()`` contain unrounded values.
public struct TuningReport: Sendable {
    private let entries: [TuningResult.Outcome]
    private let leftOut: [LeftOutFigures]
    private let transfers: [TuningTransfer]
    private let fronts: [ParetoFront]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - entries: tuning results of the families, or the reasons why tuning failed.
    ///   - leftOut: metric values of each recording with the setting tuned on the other recordings. Each family is
    ///     compared with the first family.
    ///   - transfers: metric values of one group of recordings with the settings tuned on another group.
    ///   - fronts: Pareto fronts.
    public init(
        _ entries: [TuningResult.Outcome],
        leftOut: [LeftOutFigures] = [],
        transfers: [TuningTransfer] = [],
        fronts: [ParetoFront] = []
    ) {
        self.entries = entries
        self.leftOut = leftOut
        self.transfers = transfers
        self.fronts = fronts
    }

    /// The report for a terminal, with a line end after every line. No line is wider than `width`.
    public func text(width: Int) -> String {
        let width = max(width, TerminalReport.minimumWidth)
        return tables(rows: Self.maximumFrontRows).map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The report for a terminal, without the results of single recordings and without the Pareto fronts.
    public func summary(width: Int) -> String {
        let width = max(width, TerminalReport.minimumWidth)
        let tables = metrics.map { metric in TuningTables.means(entries.filter { $0.metric == metric }, metric) }
        return (tables + TuningTables.transfers(transfers)).map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The report as Markdown, without headings. Each table follows its caption.
    public func markdown() -> String {
        tables(rows: Self.maximumFrontRows).map { table in
            MarkdownText.escaped(table.caption) + "\n\n" + table.markdown()
        }
        .joined(separator: "\n")
    }

    /// The maximum number of rows of a Pareto front's table. Longer fronts are thinned.
    private static let maximumFrontRows = 20

    private func tables(rows: Int) -> [FigureTable] {
        let tuned = metrics.flatMap { metric -> [FigureTable] in
            let entries = entries.filter { $0.metric == metric }
            return [TuningTables.means(entries, metric)]
                + entries.compactMap { try? $0.result.get() }.map(TuningTables.recordings)
        }
        let others = TuningTables.leftOut(leftOut) + TuningTables.transfers(transfers)
        guard var last = tuned.last else { return others }
        last.remarks.append(TuningTables.legend)
        return tuned.dropLast() + [last] + others + fronts.map { TuningTables.front($0, rows: rows) }
    }

    private var metrics: [Metric] { entries.map(\.metric).distinct() }

    /// The report as CSV: a row per family of pipelines and metric, with means, intervals and verdicts.
    public func csv() -> String { TuningCSV.means(entries) }

    /// The report as CSV: a row per family of pipelines, metric and recording.
    public func recordingsCSV() -> String { TuningCSV.recordings(entries.compactMap { try? $0.result.get() }) }
}

/// A ``TuningReport`` as CSV. A missing value is an empty field.
enum TuningCSV {
    /// The CSV text of the means, with a row per family of pipelines and metric.
    static func means(_ entries: [TuningResult.Outcome]) -> String {
        let figures = ["default", "tuned", "leave_one_out", "tuned_change", "leave_one_out_change"]
        var header = ["pipeline", "metric", "unit", "settings", "incomplete_settings", "recordings"]
        header += ["unmeasured_recordings", "tuned_setting", "edges"]
        header += figures.flatMap { [$0, "\($0)_lower", "\($0)_upper"] }
        header += ["overfit", "tuned_verdict", "leave_one_out_verdict", "remark"]
        return CSVText.lines([header] + entries.map { row($0, width: header.count) })
    }

    private static func row(_ entry: TuningResult.Outcome, width: Int) -> [String] {
        let unit = entry.metric.unit
        let beginning = [CSVText.safe(entry.pipeline), entry.metric.name, unit]
        switch entry.result {
        case .failure(let obstacle):
            let empty = Array(repeating: "", count: width - beginning.count - 1)
            return beginning + empty + [CSVText.safe("\(obstacle)")]
        case .success(let result):
            let figures = [
                result.standard, result.tuned, result.leaveOneOut, result.tunedChange, result.leaveOneOutChange,
            ]
            let edges = result.edges.map { "\($0.parameter)=\(NumberText.exact($0.value)) is the \($0.side.rawValue)" }
            return beginning
                + [
                    result.settingCount, result.incomplete.count, result.recordings.count,
                    result.unmeasuredRecordings.count,
                ].map(String.init)
                + [result.tunedSetting.spec, edges.joined(separator: "; ")].map(CSVText.safe)
                + figures.flatMap { figure in
                    [figure?.mean, figure?.interval?.lower, figure?.interval?.upper].map(number)
                } + [
                    number(result.overfit), result.tunedChange.map { result.verdict(on: $0).rawValue } ?? "",
                    result.leaveOneOutChange.map { result.verdict(on: $0).rawValue } ?? "",
                    CSVText.safe(result.standardObstacle ?? ""),
                ]
        }
    }

    /// The CSV text of the recordings' values. Each row is for one family of pipelines, one metric and one recording.
    static func recordings(_ results: [TuningResult]) -> String {
        let header = [
            "pipeline", "metric", "recording", "default", "tuned", "leave_one_out", "leave_one_out_setting",
            "best_on_recording",
            "best_on_recording_setting",
        ]
        let rows = results.flatMap { result in
            result.recordings.map { recording in
                [
                    CSVText.safe(result.pipeline), result.metric.name, CSVText.safe(recording.recording),
                    number(recording.standard), number(recording.tuned), number(recording.leaveOneOut?.figure),
                    CSVText.safe(recording.leaveOneOut?.setting.spec ?? ""), number(recording.best.figure),
                    CSVText.safe(recording.best.setting.spec),
                ]
            }
        }
        return CSVText.lines([header] + rows)
    }

    private static func number(_ value: Double?) -> String { value.map(NumberText.exact) ?? "" }
}

/// Sentences on the result of tuning.
enum TuningSentences {
    /// Describes the chosen setting, its benefit, and reasons for doubt.
    static func of(_ result: TuningResult) -> [String] {
        let recordings = result.recordings.count
        var sentences = [
            "tuned is \(text(of: result.tunedSetting)), the best of "
                + "\(NumberText.count(result.settingCount, "setting")) over "
                + "\(NumberText.count(recordings, "recording"))."
        ]
        if let change = result.tunedChange, let leftOut = result.leaveOneOutChange {
            sentences.append(
                "compared with the default: tuned, \(text(of: change, result.metric)); left out, "
                    + "\(text(of: leftOut, result.metric))."
            )
        } else if let obstacle = result.standardObstacle {
            sentences.append("no comparison with the default: \(obstacle).")
        }
        if result.leaveOneOut == nil { sentences.append("no left-out result, because there is only one recording.") }
        for edge in result.edges {
            sentences.append(
                "\(edge.parameter)=\(NumberText.exact(edge.value)) is the \(edge.side.rawValue) value of the grid; "
                    + "a value outside the grid may be better"
                    + (edge.value == 0 ? ", unless 0 is the parameter's limit." : ".")
            )
        }
        if !result.incomplete.isEmpty {
            let missing = Set(result.incomplete.flatMap(\.missing)).count
            sentences.append(
                "\(result.incomplete.count) of \(NumberText.count(result.settingCount, "setting")) were excluded: "
                    + "no value for \(NumberText.count(missing, "recording"))."
            )
        }
        if !result.unmeasuredRecordings.isEmpty {
            sentences.append("excluded because not measured: \(result.unmeasuredRecordings.joined(separator: ", ")).")
        }
        return sentences
    }

    /// Lists the settings that are best on the remaining recordings if each recording is left out in turn. The text
    /// states how often each setting is best.
    ///
    /// Few different settings indicate a stable choice.
    static func choices(of result: TuningResult) -> [String] {
        let choices = result.recordings.compactMap(\.leaveOneOut).grouped { text(of: $0.setting) }
        guard !choices.isEmpty else { return [] }
        let all = choices.map { "\($0.key) (\($0.elements.count)×)" }.joined(separator: ", ")
        return ["Best with one recording left out: \(all)."]
    }

    /// The setting's free parameters as text; the specification if there are no free parameters.
    static func text(of setting: CellTable.Setting) -> String {
        guard !setting.parameters.isEmpty else { return setting.spec }
        return setting.parameters.assignments.joined(separator: ",")
    }

    /// The change of the metric as text, with its verdict and interval, such as `better by 1.20° [0.50, 1.90]`.
    static func text(of change: TuningFigures, _ metric: Metric) -> String {
        let unit = metric.unit
        let shown = unit == "deg" ? "°" : unit.isEmpty ? "" : " \(unit)"
        let verdict = TuningVerdict(change, polarity: metric.polarity)
        let interval = change.interval.map(NumberText.interval)
        switch verdict {
        case .better, .worse:
            let ends = change.interval.map { [abs($0.lower), abs($0.upper)].sorted() } ?? []
            let range = ends.map(NumberText.short).joined(separator: ", ")
            return "\(verdict.rawValue) by \(NumberText.short(abs(change.mean)))\(shown) [\(range)]"
        case .noDifference, .unknown:
            return [verdict.rawValue, "\(NumberText.short(change.mean))\(shown) \(interval ?? "")"]
                .map(\.withoutTrailingBlanks).joined(separator: ", ")
        }
    }
}

/// The tables of a ``TuningReport``.
package enum TuningTables {
    /// The meaning of the columns of ``means(_:_:)``.
    static let legend =
        "default: the parameters' defaults. tuned: the setting with the best mean over these recordings. left out: "
        + "each recording with the setting that is best on all other recordings; this estimates the benefit on new "
        + "recordings. overfit: how much better the tuned mean is than the left-out mean. own best: "
        + "the best value of any setting on that recording."

    /// The table of one metric: a row per family of pipelines, and remarks on each family.
    static func means(_ entries: [TuningResult.Outcome], _ metric: Metric) -> FigureTable {
        var table = FigureTable(
            caption: "Tuning by \(metric.name). \(metric.polarity.rawValue.capitalisedFirst). Means over "
                + "recordings; in brackets their 95 % bootstrap intervals.",
            columns: [
                FigureTable.Column(key: "pipeline", title: "pipeline"), metric.column("default", "default"),
                metric.column("tuned", "tuned"), metric.column("leave_one_out", "left out"),
                metric.column("overfit", "overfit"), metric.column("tuned_change", "tuned − default", isChange: true),
                metric.column("leave_one_out_change", "left out − default", isChange: true),
            ]
        )
        let cost = metric.polarity.cost ?? { $0 }
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

    /// The table of one family of pipelines. The row of a recording shows the metric's values and the parameters that
    /// are best for this recording.
    package static func recordings(_ result: TuningResult) -> FigureTable {
        let metric = result.metric
        let names = result.tunedSetting.parameters.keys.sorted()
        return FigureTable(
            caption: "\(result.pipeline) by recording: \(metric.name), and the parameters that are best for "
                + "the recording itself.",
            columns: [
                FigureTable.Column(key: "recording", title: "recording"), metric.column("default", "default"),
                metric.column("tuned", "tuned"), metric.column("leave_one_out", "left out"),
                metric.column("best_on_recording", "own best"),
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
    /// - Parameter maximum: the maximum number of rows. A longer front is thinned evenly.
    package static func front(_ front: ParetoFront, rows maximum: Int) -> FigureTable {
        let shown = spread(front.points.count, maximum: maximum).map { front.points[$0] }
        let names = front.metrics.map(\.name).joined(separator: ", ")
        let equals = front.points.reduce(0) { $0 + $1.equals }
        var table = FigureTable(
            caption:
                "Pareto front by \(names): no other setting is at least as good in all of these and better in one. "
                + "Means over recordings.",
            columns: [FigureTable.Column(key: "setting", title: "setting")]
                + front.metrics.map { metric in
                    let column = ReportColumn.all.first { $0.metric == metric }?.figureColumn
                    return FigureTable.Column(
                        key: metric.name,
                        title: column?.title ?? metric.name,
                        unit: column.map(\.unit) ?? "",
                        polarity: metric.polarity
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
                "Not compared: \(NumberText.count(front.incomplete, "setting")) without a value for some recordings."
            )
        }
        return table
    }

    /// Returns up to `maximum` indices below `count`, evenly spread, including both ends.
    package static func spread(_ count: Int, maximum: Int) -> [Int] {
        guard count > maximum, maximum > 1 else { return Array(0..<min(count, maximum)) }
        return (0..<maximum).map { $0 * (count - 1) / (maximum - 1) }
    }

    /// A cell with the mean and its interval. For `nil`, the cell has no value.
    static func figures(_ figures: TuningFigures?, isBest: Bool = false) -> FigureTable.Cell {
        guard let figures else { return .missing(note: nil) }
        var cell = FigureTable.Cell.figure(figures.mean)
        cell.interval = figures.interval
        cell.isBest = isBest
        return cell
    }

    private static func figure(_ value: Double?) -> FigureTable.Cell {
        value.map { .figure($0) } ?? .missing(note: nil)
    }

    /// A cell with the unrounded parameter, so that the setting can be reproduced.
    private static func parameter(_ value: ParameterValue?) -> FigureTable.Cell {
        switch value {
        case .number(let number): FigureTable.Cell(text: NumberText.exact(number), value: number)
        case .word(let word): .text(word)
        case nil: .missing(note: nil)
        }
    }
}
