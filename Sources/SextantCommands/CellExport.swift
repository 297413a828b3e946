import Evaluation
import ExperimentDatabase
import FileAccess
import Foundation
import Recordings
import Reporting
import SensorModel
import Subprocess

/// The cells of a store as a table for other programs: a row per cell, in the order of the experiment.
struct CellExport {
    let store: ExperimentStore
    let folder: String

    /// Writes the files whole or not at all.
    ///
    /// - Parameter warn: told, in a line, of a form that cannot be written here.
    /// - Returns: the paths of the files.
    func write(_ formats: [CellFormat], warn: (String) -> Void) async throws -> [String] {
        var paths: [String] = []
        let columns = try columns()
        if formats.contains(where: { $0 != .jsonLines }) {
            let path = "\(folder)/\(CellFormat.csv.fileName)"
            let wanted = formats.contains(.csv)
            let scratch = wanted ? nil : try ScratchFile(for: path)
            let csv = scratch?.path ?? path
            try writeCSV(columns, to: csv)
            if wanted { paths.append(csv) }
            if formats.contains(.parquet), try await writeParquet(from: csv, warn: warn) {
                paths.append("\(folder)/\(CellFormat.parquet.fileName)")
            }
        }
        if formats.contains(.jsonLines) {
            let path = "\(folder)/\(CellFormat.jsonLines.fileName)"
            try writeJSONLines(columns, to: path)
            paths.append(path)
        }
        return paths
    }

    private struct Columns {
        /// Free parameters of any pipeline, in the order of their first cells.
        var parameters: [String] = []
        var metrics: [MetricName] = []
    }

    /// What any of the cells has.
    private func columns() throws -> Columns {
        var columns = Columns()
        var known: Set<String> = []
        var measured: Set<MetricName> = []
        try store.forEachCell { cell in
            for name in cell.pipeline.setting.parameters.keys.sorted() where known.insert(name).inserted {
                columns.parameters.append(name)
            }
            measured.formUnion(cell.values.keys)
        }
        columns.metrics = MetricCatalogue.metrics.map(\.name).filter(measured.contains)
        return columns
    }

    private static let keys = ["recording", "sha256", "tags", "conditions", "pipeline", "spec", "default"]

    private func writeCSV(_ columns: Columns, to path: String) throws {
        let file = try StreamedFile(path: path)
        var writer = DelimitedWriter()
        for name in Self.keys + columns.parameters.map({ "parameter.\($0)" }) + columns.metrics.map(\.rawValue) {
            writer.append(name)
        }
        writer.endRow()
        var rows = 0
        try store.forEachCell { cell in
            let setting = cell.pipeline.setting
            let words = [
                cell.recording.name, cell.recording.sha256, cell.recording.tags.joined(separator: " "),
                cell.recording.conditions, setting.pipeline, setting.spec, setting.isDefault ? "true" : "false",
            ]
            for word in words { writer.append(word) }
            for name in columns.parameters {
                switch setting.parameters[name] {
                case .number(let number): writer.append(number)
                case .word(let word): writer.append(word)
                case nil: writer.append("")
                }
            }
            for name in columns.metrics { writer.append(cell.values[name] ?? nil) }
            writer.endRow()
            rows += 1
            if rows.isMultiple(of: 1_000) { try file.write(writer.take()) }
        }
        try file.write(writer.take())
        try file.commit()
    }

    private struct Line: Encodable {
        let recording: String
        let sha256: String
        let tags: [String]
        let conditions: String
        let pipeline: String
        let spec: String
        let `default`: Bool
        let parameters: [String: ParameterValue]
        let metrics: [String: Double?]
    }

    private func writeJSONLines(_ columns: Columns, to path: String) throws {
        let file = try StreamedFile(path: path)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        try store.forEachCell { cell in
            let setting = cell.pipeline.setting
            let metrics = columns.metrics.map { ($0.rawValue, cell.values[$0]) }
            let line = Line(
                recording: cell.recording.name,
                sha256: cell.recording.sha256,
                tags: cell.recording.tags,
                conditions: cell.recording.conditions,
                pipeline: setting.pipeline,
                spec: setting.spec,
                default: setting.isDefault,
                parameters: setting.parameters,
                metrics: Dictionary(uniqueKeysWithValues: metrics)
            )
            bytes += try encoder.encode(line) + [UInt8(ascii: "\n")]
            if bytes.count > 1 << 20 {
                try file.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try file.write(bytes)
        try file.commit()
    }

    /// Parquet as DuckDB or Arrow write it, whichever is installed.
    private func writeParquet(from csv: String, warn: (String) -> Void) async throws -> Bool {
        let path = "\(folder)/\(CellFormat.parquet.fileName)"
        let unfinished = try ScratchFile(for: path)
        for converter in Self.converters {
            let result = try? await Subprocess.run(
                .name("python3"),
                arguments: ["-c", converter, csv, unfinished.path],
                output: .discarded,
                error: .discarded
            )
            guard result?.terminationStatus.isSuccess ?? false else { continue }
            try unfinished.finish()
            return true
        }
        warn("no \(CellFormat.parquet.fileName): neither DuckDB nor Arrow is there; 'pip install pyarrow' is enough")
        return false
    }

    /// Python programs that make Parquet of CSV, tried in this order. Columns have the types of what is in them, and an
    /// empty figure is null.
    private static let converters = [
        """
        from sys import argv
        from pyarrow import csv, parquet
        options = csv.ConvertOptions(strings_can_be_null=False, null_values=[""])
        parquet.write_table(csv.read_csv(argv[1], convert_options=options), argv[2])
        """,
        """
        from sys import argv
        from duckdb import read_csv
        read_csv(argv[1], sample_size=-1).write_parquet(argv[2])
        """,
    ]
}
