public import Evaluation

/// What tuning pipelines over recordings gave: tuned against default, each recording's best, the errors of recordings
/// left out, and the settings between which accuracy, jitter and lag can be traded.
///
/// The same tables go to a terminal and a page; ``csv()`` and ``recordingsCSV()`` have all digits.
public struct TuningReport: Sendable {
    /// A family of pipelines, what tuning it gave, or why it could not be tuned.
    public struct Entry: Sendable {
        public let pipeline: String
        public let metric: MetricName
        public let result: Result<TuningResult, TuningError>

        public init(pipeline: String, metric: MetricName, result: Result<TuningResult, TuningError>) {
            self.pipeline = pipeline
            self.metric = metric
            self.result = result
        }
    }

    private let entries: [Entry]
    private let fronts: [ParetoFront]

    public init(_ entries: [Entry], fronts: [ParetoFront] = []) {
        self.entries = entries
        self.fronts = fronts
    }

    /// All families of pipelines in tables of one metric each, and the front of all their settings where the metrics
    /// have one.
    public init(_ tables: [CellTable]) {
        entries = tables.flatMap { table in
            TuningResult.all(in: table).map { Entry(pipeline: $0.pipeline, metric: table.metric, result: $0.result) }
        }
        let trade = [MetricName.totalRMSE, .incrementRMS, .lag].compactMap { metric in
            tables.first { $0.metric == metric }
        }
        fronts = [try? ParetoFront(trade)].compactMap(\.self)
    }

    /// Text for a terminal, with a line end behind every line; no line is wider than `width` allows.
    public func text(width: Int) -> String {
        let width = max(width, TerminalReport.leastWidth)
        return tables(rows: Self.mostFrontRows).map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The same without each recording's own figures and the fronts.
    public func summary(width: Int) -> String {
        let width = max(width, TerminalReport.leastWidth)
        return metrics.map { metric in
            TuningTables.means(entries.filter { $0.metric == metric }, metric).text(width: width)
        }.joined(separator: "\n")
    }

    /// Markdown, each table under its caption; without a heading of its own.
    public func markdown() -> String {
        tables(rows: Self.mostFrontRows).map { table in
            MarkdownText.escaped(table.caption) + "\n\n" + table.markdown()
        }
        .joined(separator: "\n")
    }

    /// A front of hundreds of settings is for programs.
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

    /// As CSV: a row per family of pipelines and metric, with means, intervals and verdicts.
    public func csv() -> String { TuningCSV.means(entries) }

    /// As CSV: a row per family of pipelines, metric and recording.
    public func recordingsCSV() -> String { TuningCSV.recordings(entries.compactMap { try? $0.result.get() }) }

    /// As CSV: a row per setting on a front, all of them.
    public func frontCSV() -> String { fronts.map { TuningTables.front($0, rows: .max).csv() }.joined(separator: "\n") }
}
