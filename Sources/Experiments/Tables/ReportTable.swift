public import Evaluation
import Recordings
import SensorModel
import SensorSimulation

/// A table of typed cells, independent of its output format.
public struct ReportTable: Sendable, Hashable {
    /// The names and the type of a column.
    public struct Column: Sendable, Hashable {
        /// The column's name in CSV files.
        public var key: String
        /// The column's title in documents.
        public var title: String
        /// A Boolean value that indicates whether the column contains numbers, which are aligned to the right.
        public var isNumeric: Bool

        /// Creates a column from its names and type.
        public init(key: String, title: String, isNumeric: Bool) {
            self.key = key
            self.title = title
            self.isNumeric = isNumeric
        }

        /// Creates a column with the same name in CSV files and in documents.
        package init(_ name: String, isNumeric: Bool = false) {
            self.init(key: name, title: name, isNumeric: isNumeric)
        }
    }

    /// The columns. The first ``keyCount`` of them identify a row.
    public var columns: [Column]
    /// The number of columns that identify a row.
    public var keyCount: Int
    /// The rows, each with one cell for each column.
    public var rows: [[TableCell]]
    /// Notes, such as the reason for an empty cell; one clause each.
    public var notes: [String]
    /// Sentences that state results of the whole table.
    public var findings: [String] = []

    /// Creates a table without findings.
    public init(columns: [Column], keyCount: Int, rows: [[TableCell]] = [], notes: [String] = []) {
        self.columns = columns
        self.keyCount = keyCount
        self.rows = rows
        self.notes = notes
    }
}

/// The reasons for missing values in a report table, with their counts.
struct TableGaps {
    private var gaps: [String] = []

    mutating func add(_ reason: String?, column: String) {
        gaps.append("\(column): \(reason ?? "not measured")")
    }

    var notes: [String] {
        gaps.grouped(by: \.self).map { "\($0.key) (\($0.elements.count) \($0.elements.count == 1 ? "run" : "runs"))" }
    }
}

/// A computed report table with the inputs from which it was computed.
public struct GeneratedTable: Sendable {
    /// The definition from which the table was computed.
    public var definition: TableDefinition
    /// The columns and rows of the table.
    public var table: ReportTable
    /// The paragraphs of the table's summary, in Markdown.
    public var summary: [String] = []
    /// Descriptions of the inputs, one line each: recordings with checksums, and scenarios with noise and seeds.
    public var inputs: [String]
    /// The meanings of names in the table, in Markdown, such as a metric's unit and polarity or a pipeline's SPEC.
    public var legend: [(name: String, meaning: String)]

    /// Creates a table without a summary.
    public init(
        _ definition: TableDefinition,
        table: ReportTable,
        inputs: [String],
        legend: [(name: String, meaning: String)] = []
    ) {
        self.definition = definition
        self.table = table
        self.inputs = inputs
        self.legend = legend
    }
}

extension GeneratedTable {
    /// Creates a table from evaluation runs, ordered by recording and then by subject (pipeline, system or file of
    /// estimates).
    public init(_ definition: TableDefinition, _ evaluation: EvaluationTable, runs: [EvaluationRun]) {
        let first = stride(from: 0, to: runs.count, by: evaluation.subjects.count).map { runs[$0].recording.sha256 }
        self.init(
            definition,
            table: evaluation.table(of: runs),
            inputs: Self.inputs(evaluation.inputs, first) + Self.estimates(runs),
            legend: Self.metrics(evaluation.columns) + Self.subjects(evaluation.subjects)
        )
    }

    /// Describes each recording in one line. Simulations with the same scenario and noise share a line.
    ///
    /// - Parameters:
    ///   - inputs: recordings of the table.
    ///   - checksums: SHA-256 digest of each recording, in hexadecimal digits.
    static func inputs(_ inputs: [TableInput], _ checksums: [String]) -> [String] {
        var simulated: [(made: String, seed: String)] = []
        var lines: [String] = []
        for (input, checksum) in zip(inputs, checksums) {
            switch input.source {
            case .recording(let path, _), .data(let path, _):
                lines.append("\(path), SHA-256 \(checksum)")
            case .simulation(let simulation):
                let made = "\(input.group) simulated with the noise \(simulation.noise.name)"
                simulated.append((made, "\(simulation.seed)"))
            }
        }
        return lines
            + simulated.grouped(by: \.made).map { made, alike in
                "\(made), seed\(alike.count == 1 ? "" : "s") \(alike.map(\.seed).joined(separator: ", "))"
            }
    }

    /// Describes the files of estimates, one line each.
    private static func estimates(_ runs: [EvaluationRun]) -> [String] {
        runs.map(\.pipeline).compactMap { (pipeline: EvaluationRun.PipelineSummary) -> String? in
            guard let source = pipeline.source, let checksum = pipeline.parameters["sha256"] else { return nil }
            guard case .word(let digits) = checksum else { return nil }
            return "\(source), SHA-256 \(digits)"
        }
    }

    private static func metrics(_ columns: [MetricColumn]) -> [(name: String, meaning: String)] {
        columns.compactMap { column in
            guard case .metric(let metric) = column.content else { return nil }
            let unit = metric.unit.isEmpty ? "" : ", in \(metric.unit)"
            return (column.title, "\(metric.summary) `\(metric.name)`\(unit); \(metric.polarity.rawValue).")
        }
    }

    /// Returns name and text (SPEC) of the pipelines and systems whose name in the table differs from their text.
    /// Subjects with a varied parameter are omitted.
    private static func subjects(_ subjects: [TableSubject]) -> [(name: String, meaning: String)] {
        subjects.filter { $0.name != $0.subject.text && $0.value == nil }
            .map { ($0.name, "`\($0.subject.text)`") }
    }
}
