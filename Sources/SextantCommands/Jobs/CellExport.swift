import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel

/// The cells of a store as a table for other programs. Each row is a cell (the result of a pipeline on a recording);
/// rows are in the order of the experiment.
struct CellExport {
    let store: ExperimentStore
    let folder: String

    /// Writes one file for each format. Each file is written completely or not at all.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: `FileFailure` if a file cannot be written, or `InputError` if the store cannot be read.
    func write(_ formats: [CellFormat]) throws -> [String] {
        guard !formats.isEmpty else { return [] }
        let columns = try columns()
        return try CellFormat.allCases.filter(formats.contains).map { format in
            let path = "\(folder)/\(format.fileName)"
            switch format {
            case .csv: try writeCSV(columns, to: path)
            case .jsonLines: try writeJSONLines(columns, to: path)
            }
            return path
        }
    }

    private typealias Columns = (parameters: [String], metrics: [Metric])

    /// Returns the parameters and metrics that occur in any cell. The parameters have the order in which the store's
    /// cells first use them.
    private func columns() throws -> Columns {
        var columns: Columns = ([], [])
        var known: Set<String> = []
        var measured: Set<Metric> = []
        try store.forEachCell { cell in
            for name in cell.pipeline.setting.parameters.keys.sorted() where known.insert(name).inserted {
                columns.parameters.append(name)
            }
            measured.formUnion(cell.values.keys)
        }
        columns.metrics = (MetricCatalogue.metrics + store.addedMetrics).filter(measured.contains)
        return columns
    }

    private static let keys = ["recording", "sha256", "tags", "conditions", "pipeline", "spec", "default"]

    private func writeCSV(_ columns: Columns, to path: String) throws {
        let file = try OutputFile(path: path, makesFolder: false)
        var writer = DelimitedWriter()
        for name in Self.keys + columns.parameters.map({ "parameter.\($0)" }) + columns.metrics.map(\.name) {
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
            for word in words { writer.append(word.withoutControlCharacters) }
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
        try file.finish()
    }

    private func writeJSONLines(_ columns: Columns, to path: String) throws {
        let file = try OutputFile(path: path, makesFolder: false)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        try store.forEachCell { cell in
            let setting = cell.pipeline.setting
            let metrics = columns.metrics.map { ($0.name, cell.values[$0]) }
            let line: JSONObject = [
                "recording": cell.recording.name,
                "sha256": cell.recording.sha256,
                "tags": cell.recording.tags,
                "conditions": cell.recording.conditions,
                "pipeline": setting.pipeline,
                "spec": setting.spec,
                "default": setting.isDefault,
                "parameters": setting.parameters,
                "metrics": Dictionary(uniqueKeysWithValues: metrics),
            ]
            bytes += OutsideText.json(Array(try encoder.encode(line))) + [UInt8(ascii: "\n")]
            if bytes.count > 1 << 20 {
                try file.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try file.write(bytes)
        try file.finish()
    }
}

/// A format in which cells are exported.
enum CellFormat: String, CaseIterable, Sendable {
    case csv
    case jsonLines = "jsonl"

    static let names = allCases.map(\.rawValue).joined(separator: ",")

    var fileName: String { "cells.\(rawValue)" }

    /// Parses names separated by commas.
    ///
    /// - Throws: `ValidationError` for an unknown name.
    static func parse(list: String) throws -> [CellFormat] {
        try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
            try allCases.choice(String(name), separator: ",")
        }
    }
}
