import ArgumentParser

/// A form in which cells are exported.
enum CellFormat: String, CaseIterable, Sendable {
    case csv
    case jsonLines = "jsonl"
    case parquet

    static let names = allCases.map(\.rawValue).joined(separator: ",")

    var fileName: String { "cells.\(rawValue)" }

    static func parse(list: String) throws -> [CellFormat] {
        try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let format = CellFormat(rawValue: String(name)) else {
                throw ValidationError("found '\(name)', expected one of \(names); change the list")
            }
            return format
        }
    }
}
