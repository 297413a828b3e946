public import SensorModel

/// What the columns of a delimited file hold, found in one pass and in constant memory, however long the file is.
public struct TableSummary: Sendable {
    /// One column.
    public struct Column: Sendable, Hashable {
        public var name: String
        /// Of the cells that are numbers; words such as `nan` count as not finite.
        public var statistics = RunningStatistics()
        public var emptyCells = 0
        /// Cells that are no numbers.
        public var textCells = 0
        /// `file:line:column` of the first of them, and what stands there; nil where there is none.
        public var firstText: String?
    }

    /// How the time column runs.
    public struct Clock: Sendable, Hashable {
        public var column: String
        /// In the file's unit.
        public var first: Double
        public var last: Double
        public var intervals = RunningStatistics()
        /// The median of the first intervals.
        public var typicalInterval: Double?
        /// Intervals longer than three typical ones.
        public var gaps = 0
        public var longestInterval = 0.0
        /// The line before which the longest interval lies.
        public var longestLine: Int?
        public var repeated = 0
        public var backward = 0
        public var firstBackwardLine: Int?
    }

    public internal(set) var path: String
    public internal(set) var rows = 0
    public internal(set) var columns: [Column]
    /// Nil where no column is called `t`, `time`, `timestamp` or `seconds_elapsed`.
    public internal(set) var clock: Clock?

    /// Reads the file at `path`: a header line, and commas, semicolons or tabulators between the cells.
    public init(path: String, reading: DelimitedReading = DelimitedReading()) throws(InputError) {
        var format = DelimitedFormat(comment: nil)
        format.alternativeDelimiters = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        format.acceptsWindows1252 = true
        let reader = try DelimitedReader(path: path, format: format, reading: reading)
        let header = reader.header ?? []
        self.path = path
        columns = header.map { Column(name: $0) }
        var pass = TablePass(header: header)
        var columns = columns
        var rows = 0
        try reader.forEachBlock(of: [DelimitedColumn](), keepingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount { pass.take(row, of: block, from: reader, into: &columns) }
            rows += block.rowCount
        }
        self.columns = columns
        self.rows = rows
        clock = pass.clock
    }
}
