public import Evaluation
public import Experiments

/// The result of tuning pipelines over recordings.
///
/// The report compares tuned with default parameters, lists the best setting of each recording and the errors of
/// recordings that were left out, and shows the Pareto front of accuracy, jitter and lag. Terminal and Markdown page
/// have the same tables; ``csv()`` and ``recordingsCSV()`` have all digits.
public struct TuningReport: Sendable {
    /// A family of pipelines with the result of its tuning, or the reason why it could not be tuned.
    public struct Entry: Sendable {
        /// The pipeline's SPEC, with `?` for each tuned parameter.
        public let pipeline: String
        /// The metric by which it was tuned.
        public let metric: MetricName
        /// The result, or the reason why there is no result.
        public let result: Result<TuningResult, TuningError>

        /// Creates an entry of the report.
        public init(pipeline: String, metric: MetricName, result: Result<TuningResult, TuningError>) {
            self.pipeline = pipeline
            self.metric = metric
            self.result = result
        }
    }

    private let entries: [Entry]
    private let fronts: [ParetoFront]

    /// Creates a report from entries, with Pareto fronts.
    public init(_ entries: [Entry], fronts: [ParetoFront] = []) {
        self.entries = entries
        self.fronts = fronts
    }

    /// Tunes all families of pipelines in tables of one metric each, and computes the Pareto front of their settings.
    public init(_ tables: [CellTable]) {
        entries = tables.flatMap { table in
            TuningResult.all(in: table).map { Entry(pipeline: $0.pipeline, metric: table.metric, result: $0.result) }
        }
        let trade = [MetricName.totalRMSE, .incrementRMS, .lag].compactMap { metric in
            tables.first { $0.metric == metric }
        }
        fronts = [try? ParetoFront(trade)].compactMap(\.self)
    }

    /// The report for a terminal, with a line end after every line. No line is wider than `width`.
    public func text(width: Int) -> String {
        let width = max(width, TerminalReport.leastWidth)
        return tables(rows: Self.mostFrontRows).map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The report without the figures of single recordings and without the fronts.
    public func summary(width: Int) -> String {
        let width = max(width, TerminalReport.leastWidth)
        return metrics.map { metric in
            TuningTables.means(entries.filter { $0.metric == metric }, metric).text(width: width)
        }.joined(separator: "\n")
    }

    /// The report as Markdown: each table under its caption, without a heading.
    public func markdown() -> String {
        tables(rows: Self.mostFrontRows).map { table in
            MarkdownText.escaped(table.caption) + "\n\n" + table.markdown()
        }
        .joined(separator: "\n")
    }

    /// The maximum number of rows of a front; a longer front is thinned.
    private static let mostFrontRows = 20

    private func tables(rows: Int) -> [FigureTable] {
        let tuned = metrics.flatMap { metric -> [FigureTable] in
            let entries = entries.filter { $0.metric == metric }
            return [TuningTables.means(entries, metric)]
                + entries.compactMap { try? $0.result.get() }.map(TuningTables.recordings)
        }
        guard var last = tuned.last else { return [] }
        last.remarks.append(TuningTables.legend)
        return tuned.dropLast() + [last] + fronts.map { TuningTables.front($0, rows: rows) }
    }

    private var metrics: [MetricName] { entries.map(\.metric).distinct() }

    /// The report as CSV: a row per family of pipelines and metric, with means, intervals and verdicts.
    public func csv() -> String { TuningCSV.means(entries) }

    /// The report as CSV: a row per family of pipelines, metric and recording.
    public func recordingsCSV() -> String { TuningCSV.recordings(entries.compactMap { try? $0.result.get() }) }
}
