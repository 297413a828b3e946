public import SensorModel

/// Statistics of the columns of a delimited file, computed in one pass with constant memory.
public struct TableSummary: Sendable {
    /// The summary of one column.
    public struct Column: Sendable, Hashable {
        /// The column's name in the header.
        public var name: String
        /// The statistics of all numbers in the column. Words such as `nan` count as numbers that are not finite.
        public var statistics = RunningStatistics()
        /// The number of cells without text.
        public var emptyCells = 0
        /// The number of cells whose text is not a number.
        public var textCells = 0
        /// The first cell whose text is not a number, as `file:line:column: 'text'`, or `nil` if there is no such cell.
        public var firstText: String?
    }

    /// The summary of the time column. Times and intervals are in the unit of the file.
    public struct Clock: Sendable, Hashable, Encodable {
        /// The name of the time column.
        public var column: String
        /// The time of the first row.
        public var first: Double
        /// The time of the last row.
        public var last: Double
        /// The statistics of the positive intervals between consecutive rows.
        public var intervals = RunningStatistics()
        /// The median of the first 1,000 positive intervals between rows, or `nil` if there are no such intervals.
        public var typicalInterval: Double?
        /// The number of intervals between rows that exceed three times the typical interval.
        public var gaps = 0
        /// The longest interval between consecutive rows, in the unit of the file.
        public var longestInterval = 0.0
        /// The line of the row after the longest interval.
        public var longestLine: Int?
        /// The number of rows whose time equals the previous row's time.
        public var repeated = 0
        /// The number of rows whose time is before the previous row's time.
        public var backward = 0
        /// The line of the first row with a time before the previous time.
        public var firstBackwardLine: Int?

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

    /// The path of the file.
    public internal(set) var path: String
    /// The number of rows.
    public internal(set) var rows = 0
    /// The columns in the order of the file.
    public internal(set) var columns: [Column]
    /// The summary of the time column, or `nil` if no column is called `t`, `time`, `timestamp` or `seconds_elapsed`, or
    /// if its values rise and fall. A unit in brackets after the name is ignored.
    public internal(set) var clock: Clock?

    /// Reads a file. Columns of a file without a header are named by their numbers, from 1.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - format: the format of the file; by default, a header row, and commas, semicolons or tabs between cells.
    ///   - reading: the options for reading delimited text.
    /// - Throws: `InputError` if the file cannot be read or a row is faulty.
    /// - Complexity: O(*n*) in the number of bytes of the file.
    public init(
        path: String,
        format: DelimitedFormat? = nil,
        reading: DelimitedReading = DelimitedReading()
    ) throws(InputError) {
        let reader = try DelimitedReader(path: path, format: format ?? .unknown(), reading: reading)
        let header = reader.header ?? (1...max(1, reader.fieldCount)).map(String.init)
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

/// The state while ``TableSummary`` reads the rows of a file.
struct TablePass {
    private static let timeNames = ["t", "time", "timestamp", "seconds_elapsed"]
    /// The number of intervals from which the typical interval is computed.
    private static let firstIntervals = 1_000
    private static let gapFactor = 3.0

    private let timeField: Int?
    private let timeName: String
    private var last: Double?
    private var first: [Double] = []
    private var found: TableSummary.Clock?
    /// The positions of the cells in one row, stored for reuse. This row contains the latest text that is not a number.
    private var positions: RowPositions?

    init(header: [String]) {
        timeField = header.firstIndex { name in
            // A unit in brackets is ignored.
            let plain = name.prefix { $0 != "(" && $0 != "[" }.lowercased().filter { $0 != "\"" && $0 != " " }
            return Self.timeNames.contains(plain)
        }
        timeName = timeField.map { header[$0] } ?? ""
    }

    /// The summary of the time column so far, or `nil` if there is no time column.
    var clock: TableSummary.Clock? {
        var pass = self
        pass.settle()
        guard let clock = pass.found else { return nil }
        // Values that rise and fall, such as temperatures, are not times.
        let fewer = min(clock.backward, clock.intervals.count)
        return 10 * fewer > clock.backward + clock.intervals.count ? nil : clock
    }

    /// Adds a row to the statistics of its columns and of the clock.
    mutating func add(
        _ row: Int,
        of block: DelimitedBlock,
        from reader: DelimitedReader,
        into columns: inout [TableSummary.Column]
    ) {
        for field in columns.indices {
            let text = block.text(row: row, field: field)
            guard let number = NumberField.value(text) else {
                count(text, block.line(ofRow: row), field, reader, &columns[field])
                continue
            }
            columns[field].statistics.add(number)
            if field == timeField, number.isFinite { add(time: number, line: block.line(ofRow: row)) }
        }
    }

    private mutating func add(time: Double, line: Int) {
        guard let before = last else {
            found = TableSummary.Clock(column: timeName, first: time, last: time)
            last = time
            return
        }
        last = time
        let interval = time - before
        found?.last = time
        if interval == 0 { found?.repeated += 1 }
        if interval < 0 {
            found?.backward += 1
            if found?.firstBackwardLine == nil { found?.firstBackwardLine = line }
        }
        guard interval > 0 else { return }
        found?.intervals.add(interval)
        if interval > (found?.longestInterval ?? 0) {
            found?.longestInterval = interval
            found?.longestLine = line
        }
        if let typical = found?.typicalInterval {
            if interval > Self.gapFactor * typical { found?.gaps += 1 }
        } else {
            first.append(interval)
            if first.count == Self.firstIntervals { settle() }
        }
    }

    /// Computes the typical interval from the first intervals, and counts the gaps among them.
    private mutating func settle() {
        guard let typical else { return }
        found?.typicalInterval = typical
        found?.gaps += first.count { $0 > Self.gapFactor * typical }
        first = []
    }

    private var typical: Double? { first.isEmpty ? nil : first.sorted()[first.count / 2] }

    private mutating func count(
        _ text: UnsafeBufferPointer<UInt8>,
        _ line: Int,
        _ field: Int,
        _ reader: DelimitedReader,
        _ column: inout TableSummary.Column
    ) {
        guard !text.isEmpty else {
            column.emptyCells += 1
            return
        }
        column.textCells += 1
        guard column.firstText == nil else { return }
        let positions = positions.flatMap { $0.line == line ? $0 : nil } ?? reader.positions(ofRowAt: line)
        self.positions = positions
        let position = positions[field].map { ":\($0.line):\($0.column)" } ?? ":\(line)"
        column.firstText = "\(reader.name)\(position): '\(String(decoding: text.prefix(40), as: UTF8.self))'"
    }
}

extension DelimitedReader {
    /// Returns the positions of the cells in a row. The row must be in the buffer.
    fileprivate func positions(ofRowAt line: Int) -> RowPositions {
        let location = SourceLocation(file: name, bytes: buffered, firstLine: bufferLine)
        return RowPositions(bytes: location.bytes(from: location.start(ofLine: line)), format: format, line: line)
    }
}
