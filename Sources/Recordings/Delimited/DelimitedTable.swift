/// The selected columns of a delimited file, in memory.
public struct DelimitedTable: Sendable {
    /// The columns in the order of selection, all of equal length.
    private let memory: ColumnMemory
    /// The rows that do not start on the line after that of the previous row, and their lines.
    private var jumps: [(row: Int, line: Int)] = []
    private var nextLine = 0

    init(columnCount: Int) {
        memory = ColumnMemory(columnCount: columnCount)
    }

    /// The number of rows.
    public var rowCount: Int { memory.rowCount }

    /// The values of a column, counted from 0 in the order of selection. The pointer is valid as long as the table.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> { memory[column] }

    /// A copy of the values of all columns. O(*n*) in the number of values.
    public var columns: [[Double]] { (0..<memory.columnCount).map { Array(memory[$0]) } }

    /// The line of the file on which a row starts, counted from 1. Rows are counted from 0.
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

/// The columns of a table in one allocation, so that a few large pages contain them.
///
/// Only one thread may append rows. After that the content is constant.
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
