public import SensorModel

/// The selected columns of a delimited file, in memory.
public struct DelimitedTable: Sendable {
    /// The columns in the order of selection, all of equal length.
    private let memory: ColumnMemory
    /// The rows that do not start on the line after the previous row's start, with their lines.
    private var jumps: [(row: Int, line: Int)] = []
    private var nextLine = 0

    init(columnCount: Int) {
        memory = ColumnMemory(columnCount: columnCount)
    }

    /// The number of rows.
    public var rowCount: Int { memory.rowCount }

    /// The values of a column, by its index in the selection. The pointer is valid as long as the table exists.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> { memory[column] }

    /// A copy of the values of all columns. O(*n*) in the number of values.
    public var columns: [[Double]] { (0..<memory.columnCount).map { Array(memory[$0]) } }

    /// Returns the line of the file on which a row starts. Lines are counted from 1, rows from 0.
    ///
    /// - Complexity: O(log *n*) in the number of rows that do not directly follow the previous row.
    public func line(ofRow row: Int) -> Int {
        precondition((0..<rowCount).contains(row), "the row must be in the table")
        var low = 0
        var high = jumps.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if jumps[middle].row <= row { low = middle } else { high = middle }
        }
        return jumps[low].line + row - jumps[low].row
    }

    func reserve(rows: Int) { memory.reserve(rows: rows) }

    /// Appends the rows of a block. Only the creator of the table may call this, before it shares the table.
    mutating func append(_ block: DelimitedBlock) {
        for row in 0..<block.rowCount {
            let line = block.line(ofRow: row)
            if line != nextLine { jumps.append((rowCount + row, line)) }
            nextLine = line + 1
        }
        memory.append(block)
    }
}

/// The columns of a table in one allocation, which uses few large pages.
///
/// Only one thread may append rows. Afterwards the content is constant.
final class ColumnMemory: @unchecked Sendable {
    let columnCount: Int
    private(set) var rowCount = 0
    private var cells: UnsafeMutablePointer<Double>
    /// The number of rows that fit into the memory.
    private var capacity = 0

    init(columnCount: Int) {
        self.columnCount = columnCount
        cells = Self.allocate(columnCount: columnCount, capacity: 0)
    }

    deinit { cells.deallocate() }

    subscript(column: Int) -> UnsafeBufferPointer<Double> {
        precondition((0..<columnCount).contains(column), "the column must be in the table")
        return UnsafeBufferPointer(start: cells + column * capacity, count: rowCount)
    }

    /// Grows the memory to `rows` rows. O(*n*) in the number of values.
    func reserve(rows: Int) {
        guard rows > capacity else { return }
        let wider = Self.allocate(columnCount: columnCount, capacity: rows)
        for column in 0..<columnCount {
            (wider + column * rows).update(from: cells + column * capacity, count: rowCount)
        }
        cells.deallocate()
        cells = wider
        capacity = rows
    }

    func append(_ block: DelimitedBlock) {
        if rowCount + block.rowCount > capacity { reserve(rows: max(rowCount + block.rowCount, 2 * capacity)) }
        for column in 0..<columnCount {
            guard let values = block[column].baseAddress else { continue }
            (cells + column * capacity + rowCount).update(from: values, count: block.rowCount)
        }
        rowCount += block.rowCount
    }

    private static func allocate(columnCount: Int, capacity: Int) -> UnsafeMutablePointer<Double> {
        let count = max(columnCount * capacity, 1)
        return LargePages.allocate(count)
    }
}

/// A block of several thousand rows of a delimited file.
///
/// It is valid only while the caller receives it, because the next block reuses its memory.
public struct DelimitedBlock {
    /// The number of rows.
    public let rowCount: Int
    let source: any RowSource
    /// The number of fields in each row.
    let fieldCount: Int
    /// The number of lines in the file before line 1 of ``lines``.
    let linesBefore: Int
    let cells: UnsafeMutablePointer<Double>
    let lines: UnsafeMutablePointer<UInt32>
    let stride: Int
    /// The stored column with the values of each selected column.
    let slots: [Int]
    let text: RowText?

    /// The values of a selected column, by its index in the selection.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: cells + slots[column] * stride, count: rowCount)
    }

    /// Returns the timestamp in nanoseconds, from a column that was selected as a stamp, or `nil` for an empty cell.
    func stamp(row: Int, column: Int) -> Int64? {
        let value = Int64(bitPattern: (cells + slots[column] * stride + row).pointee.bitPattern)
        return value == StampText.none ? nil : value
    }

    /// Returns the text of a field in a row, without quotation marks. Fields are counted from 0 in the order of the
    /// file.
    ///
    /// - Precondition: the reader stores text, see ``DelimitedReader/forEachBlock(of:storingText:_:)``.
    public func text(row: Int, field: Int) -> UnsafeBufferPointer<UInt8> {
        guard let text else { preconditionFailure("text needs 'storingText' in forEachBlock") }
        return text[row * fieldCount + field]
    }

    /// A Boolean value that indicates whether all fields of the block can be written without quotation marks. It is
    /// `false` if the reader does not store text.
    public var textIsPlain: Bool { text?.isPlain ?? false }

    /// Returns the line of the file on which a row starts. Rows are counted from 0 within the block, lines from 1.
    public func line(ofRow row: Int) -> Int { linesBefore + Int(lines[row]) }

    /// The estimated number of rows in the file, from the row length in the first block, or `nil` for a pipe.
    var expectedRows: Int? { source.expectedRows(of: self) }

    /// The error for the value in a row and a selected column, with its line and byte column.
    public func error(row: Int, column: Int, message: String, advice: String? = nil) -> InputError {
        source.error(line: line(ofRow: row), selected: column, message: message, advice: advice)
    }
}

/// A file with rows of values, which is the source of a ``DelimitedBlock``.
protocol RowSource: AnyObject {
    /// Returns the estimated number of rows in the file, from the rows of the first block, or `nil` if it is unknown.
    func expectedRows(of block: DelimitedBlock) -> Int?

    /// The error for a selected column in the row that starts on `line`. Columns are counted from 0.
    func error(line: Int, selected column: Int, message: String, advice: String?) -> InputError
}
