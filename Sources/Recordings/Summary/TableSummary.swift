public import SensorModel

/// Statistics of the columns of a delimited file, from one pass in constant memory.
public struct TableSummary: Sendable {
    /// The summary of one column.
    public struct Column: Sendable, Hashable {
        /// The name in the header.
        public var name: String
        /// The statistics of the numbers. Words such as `nan` count as not finite.
        public var statistics = RunningStatistics()
        /// The number of empty cells.
        public var emptyCells = 0
        /// The number of cells that contain text other than a number.
        public var textCells = 0
        /// The first of these cells as `file:line:column: 'text'`; nil without such cells.
        public var firstText: String?
    }

    /// The summary of the time column. Times and intervals are in the unit of the file.
    public struct Clock: Sendable, Hashable {
        /// The name of the column.
        public var column: String
        /// The first time.
        public var first: Double
        /// The last time.
        public var last: Double
        /// The statistics of the positive intervals between consecutive rows.
        public var intervals = RunningStatistics()
        /// The median of the first 1,000 positive intervals; nil without such intervals.
        public var typicalInterval: Double?
        /// The number of intervals longer than three typical ones.
        public var gaps = 0
        /// The longest interval.
        public var longestInterval = 0.0
        /// The line of the row after the longest interval.
        public var longestLine: Int?
        /// The number of times that equal the previous one.
        public var repeated = 0
        /// The number of times before the previous one.
        public var backward = 0
        /// The line of the first row with a time before the previous one.
        public var firstBackwardLine: Int?
    }

    /// The path of the file.
    public internal(set) var path: String
    /// The number of rows.
    public internal(set) var rows = 0
    /// The columns in the order of the file.
    public internal(set) var columns: [Column]
    /// The summary of the time column; nil if no column is called `t`, `time`, `timestamp` or `seconds_elapsed`.
    public internal(set) var clock: Clock?

    /// Reads a file with a header row, and commas, semicolons or tabs between the cells.
    ///
    /// - Throws: ``InputError`` if the file cannot be read or a row is faulty.
    /// - Complexity: O(*n*) in the bytes of the file.
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
        try reader.forEachBlock(of: [DelimitedColumn](), storingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount { pass.add(row, of: block, from: reader, into: &columns) }
            rows += block.rowCount
        }
        self.columns = columns
        self.rows = rows
        clock = pass.clock
    }
}
