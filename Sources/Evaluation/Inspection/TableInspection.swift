public import Recordings
import SensorModel

/// The statistics of each column of a file that is not a recording.
public struct TableInspection: Sendable, Hashable {
    /// The file's path.
    public let path: String
    /// The number of rows.
    public let rows: Int
    /// The columns in the order of the file.
    public let columns: [TableSummary.Column]
    /// The statistics of the time column; `nil` if no column's name identifies a time column.
    public let clock: TableSummary.Clock?
    /// Warnings about problems in the file, each with a remedy.
    public let warnings: [String]

    /// Creates the inspection of a file from the file's summary. O(columns).
    public init(_ summary: TableSummary) {
        path = summary.path
        rows = summary.rows
        columns = summary.columns
        clock = summary.clock
        warnings = Self.warnings(summary)
    }

    private static func warnings(_ summary: TableSummary) -> [String] {
        var warnings: [String] = []
        for column in summary.columns where column.textCells > 0 {
            guard column.statistics.count > 0, let first = column.firstText else { continue }
            warnings.append(
                "column '\(column.name)': \(column.textCells) \(column.textCells == 1 ? "cell is" : "cells are") not "
                    + "numeric, first \(first); correct the cells, or rename the column"
            )
        }
        guard let clock = summary.clock else {
            return warnings + ["sampling rates are unknown without a layout"]
        }
        if clock.backward > 0, let line = clock.firstBackwardLine {
            warnings.append(
                "column '\(clock.column)': the time runs backward "
                    + "\(clock.backward == 1 ? "once, at" : "\(clock.backward) times, first at") line \(line); "
                    + "sort the rows, or split the file where the clock was reset"
            )
        }
        if let typical = clock.typicalInterval, typical > TimeUnitCheck.plausible.upperBound {
            warnings.append(
                "column '\(clock.column)': the interval between rows is \(CheckText.number(typical)); "
                    + "if the times are in ms, us or ns, set the unit in the layout"
            )
        }
        return warnings
    }
}

extension TableInspection: Encodable {}

extension TableSummary.Column: Encodable {
    /// The statistics of the cells with a number.
    package var numbers: ColumnInspection { ColumnInspection(name: name, unit: "", statistics: statistics) }

    /// Writes the statistics of the numbers, and the number of cells without a number.
    public func encode(to encoder: any Encoder) throws {
        let object = JSONObject(known: [
            "numbers": numbers, "empty_cells": emptyCells, "text_cells": textCells, "first_text": firstText,
        ])
        try object.encode(to: encoder)
    }
}
