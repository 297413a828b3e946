/// The columns of a table, one behind the other in one piece of memory: few large pages hold them, where many arrays would
/// each start in the middle of one.
///
/// Whoever appends rows is alone with it; then it stays as it is.
final class ColumnMemory: @unchecked Sendable {
    let columnCount: Int
    private(set) var rowCount = 0
    private var cells: UnsafeMutablePointer<Double>
    /// How many rows there is room for.
    private var capacity = 0

    init(columnCount: Int) {
        self.columnCount = columnCount
        cells = Self.allocate(columnCount: columnCount, capacity: 0)
    }

    deinit { cells.deallocate() }

    subscript(column: Int) -> UnsafeBufferPointer<Double> {
        precondition((0..<columnCount).contains(column), "a column of the table")
        return UnsafeBufferPointer(start: cells + column * capacity, count: rowCount)
    }

    /// Makes room for so many rows.
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
