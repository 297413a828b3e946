public import Recordings
import SensorModel

/// What the columns of a file hold that is read as no recording.
public struct TableInspection: Sendable, Hashable {
    /// One column: its numbers, and its cells that are none.
    public struct Column: Sendable, Hashable, Encodable {
        public var numbers: ColumnInspection
        public var emptyCells: Int
        public var textCells: Int
        /// Where the first of them is, and what stands there; nil where there is none.
        public var firstText: String?

        private enum CodingKeys: String, CodingKey {
            case numbers
            case emptyCells = "empty_cells"
            case textCells = "text_cells"
            case firstText = "first_text"
        }
    }

    /// How the time column runs, in its own unit.
    public struct Clock: Sendable, Hashable, Encodable {
        public var column: String
        public var first: Double
        public var last: Double
        /// The median of the first thousand intervals; nil with one moment only.
        public var typicalInterval: Double?
        /// Intervals longer than three typical ones.
        public var gaps: Int
        public var longestInterval: Double
        /// The line before which the longest interval lies.
        public var longestLine: Int?
        public var repeated: Int
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

    public let path: String
    public let rows: Int
    public let columns: [Column]
    /// Nil where no column is known to hold times.
    public let clock: Clock?
    /// What is wrong with it, and what to do.
    public let warnings: [String]

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
                "column '\(column.name)': \(column.textCells) cells are no numbers, first \(first); correct them, or "
                    + "give their column another name"
            )
        }
        guard let clock = summary.clock else {
            return warnings + ["no column is called t, time, timestamp or seconds_elapsed; rates are not known"]
        }
        if clock.backward > 0, let line = clock.firstBackwardLine {
            warnings.append(
                "column '\(clock.column)': runs backward \(clock.backward) times, first at line \(line); sort the rows, "
                    + "or split the file where its clock was set back"
            )
        }
        if let typical = clock.typicalInterval, typical > TimeUnitCheck.plausible.upperBound {
            warnings.append(
                "column '\(clock.column)': \(CheckText.number(typical)) from row to row; if it holds ms, us or ns, "
                    + "say so in the layout"
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
