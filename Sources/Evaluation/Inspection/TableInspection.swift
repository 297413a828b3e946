public import Recordings
import SensorModel

/// The content of a file that is not a recording, by column.
public struct TableInspection: Sendable, Hashable {
    /// The numbers and the other cells of one column.
    public struct Column: Sendable, Hashable, Encodable {
        /// The statistics of the numbers.
        public var numbers: ColumnInspection
        /// The number of empty cells.
        public var emptyCells: Int
        /// The number of cells with text.
        public var textCells: Int
        /// The position and content of the first cell with text; `nil` if no cell has text.
        public var firstText: String?

        private enum CodingKeys: String, CodingKey {
            case numbers
            case emptyCells = "empty_cells"
            case textCells = "text_cells"
            case firstText = "first_text"
        }
    }

    /// The sampling according to the time column, in the column's unit.
    public struct Clock: Sendable, Hashable, Encodable {
        /// The column's name.
        public var column: String
        /// The first time.
        public var first: Double
        /// The last time.
        public var last: Double
        /// The median of the first thousand intervals; `nil` for a single time.
        public var typicalInterval: Double?
        /// The number of intervals longer than three times the typical interval.
        public var gaps: Int
        /// The longest interval.
        public var longestInterval: Double
        /// The line at the end of the longest interval.
        public var longestLine: Int?
        /// The number of times that equal the previous time.
        public var repeated: Int
        /// The number of times that are smaller than the previous time.
        public var backward: Int

        private enum CodingKeys: String, CodingKey {
            case column
            case first
            case last
            case typicalInterval = "typical_interval"
            case gaps
            case longestInterval = "longest_interval"
            case longestLine = "longest_interval_line"
            case repeated = "repeated_stamps"
            case backward = "backward_stamps"
        }
    }

    /// The file's path.
    public let path: String
    /// The number of rows.
    public let rows: Int
    /// The columns in the order of the file.
    public let columns: [Column]
    /// The sampling; `nil` if no column is known to contain times.
    public let clock: Clock?
    /// The problems in the file, and how to correct them.
    public let warnings: [String]

    /// Inspects a file from its summary. O(columns).
    public init(_ summary: TableSummary) {
        path = summary.path
        rows = summary.rows
        columns = summary.columns.map { column in
            Column(
                numbers: ColumnInspection(name: column.name, unit: "", column.statistics),
                emptyCells: column.emptyCells,
                textCells: column.textCells,
                firstText: column.firstText
            )
        }
        clock = summary.clock.map(Clock.init)
        warnings = Self.warnings(summary)
    }

    private static func warnings(_ summary: TableSummary) -> [String] {
        var warnings: [String] = []
        for column in summary.columns where column.textCells > 0 {
            guard column.statistics.count > 0, let first = column.firstText else { continue }
            warnings.append(
                "column '\(column.name)': \(column.textCells) \(column.textCells == 1 ? "cell is" : "cells are") not "
                    + "numeric, first \(first); correct them, or rename the column"
            )
        }
        guard let clock = summary.clock else {
            return warnings + ["no column is named t, time, timestamp or seconds_elapsed; rates are unknown"]
        }
        if clock.backward > 0, let line = clock.firstBackwardLine {
            warnings.append(
                "column '\(clock.column)': runs backward \(clock.backward) times, first at line \(line); sort the rows, "
                    + "or split the file where its clock was reset"
            )
        }
        if let typical = clock.typicalInterval, typical > TimeUnitCheck.plausible.upperBound {
            warnings.append(
                "column '\(clock.column)': \(CheckText.number(typical)) between rows; if it contains ms, us or ns, "
                    + "set the unit in the layout"
            )
        }
        return warnings
    }
}

extension TableInspection: Encodable {}

extension TableInspection.Clock {
    fileprivate init(_ clock: TableSummary.Clock) {
        self.init(
            column: clock.column,
            first: clock.first,
            last: clock.last,
            typicalInterval: clock.typicalInterval,
            gaps: clock.gaps,
            longestInterval: clock.longestInterval,
            longestLine: clock.longestLine,
            repeated: clock.repeated,
            backward: clock.backward
        )
    }
}
