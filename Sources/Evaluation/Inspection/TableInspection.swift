public import Recordings
import SensorModel

/// The statistics of each column of a file that is not a recording.
public struct TableInspection: Sendable, Hashable {
    /// The statistics of one column's numbers, and the number of cells without a number.
    public struct Column: Sendable, Hashable, Encodable {
        /// The statistics of the cells with a number.
        public var numbers: ColumnInspection
        /// The number of empty cells.
        public var emptyCells: Int
        /// The number of cells with text that is not a number.
        public var textCells: Int
        /// The first cell with text, as `file:line:column: 'text'`; `nil` if no cell has text.
        public var firstText: String?

        private enum CodingKeys: String, CodingKey {
            case numbers
            case emptyCells = "empty_cells"
            case textCells = "text_cells"
            case firstText = "first_text"
        }
    }

    /// The file's path.
    public let path: String
    /// The number of rows.
    public let rows: Int
    /// The columns in the order of the file.
    public let columns: [Column]
    /// The statistics of the time column; `nil` if no column's name identifies a time column.
    public let clock: TableSummary.Clock?
    /// Warnings about problems in the file, each with a remedy.
    public let warnings: [String]

    /// Creates the inspection of a file from the file's summary. O(columns).
    public init(_ summary: TableSummary) {
        path = summary.path
        rows = summary.rows
        columns = summary.columns.map { column in
            Column(
                numbers: ColumnInspection(name: column.name, unit: "", statistics: column.statistics),
                emptyCells: column.emptyCells,
                textCells: column.textCells,
                firstText: column.firstText
            )
        }
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
            // Times of day contain two colons. `firstText` begins with a position, which also contains colons.
            let dated = summary.columns.first { column in
                column.firstText?.drop { $0 != "'" }.count { $0 == ":" } ?? 0 >= 2
            }
            let reason = dated.map { "column '\($0.name)' contains times as text, which 'sextant layout' reads" }
            return warnings + [
                "sampling rates are unknown, because "
                    + (reason ?? "no column is named t, time, timestamp or seconds_elapsed")
            ]
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
