/// Columns of a delimited file in memory.
public struct DelimitedTable: Sendable {
    /// As many as were asked for, in that order, all equally long.
    private let memory: ColumnMemory
    /// Where the numbering of lines jumps: the row, and the line on which it starts.
    private var jumps: [(row: Int, line: Int)] = []
    private var nextLine = 0

    init(columnCount: Int) {
        memory = ColumnMemory(columnCount: columnCount)
    }

    public var rowCount: Int { memory.rowCount }

    /// The values of a column, counted from 0 in the order in which the columns were asked for. Valid for as long as the
    /// table is there.
    public subscript(column: Int) -> UnsafeBufferPointer<Double> { memory[column] }

    /// The values of all columns, in that order; each time anew.
    public var columns: [[Double]] { (0..<memory.columnCount).map { Array(memory[$0]) } }

    /// The line of the file on which a row starts, counted from 1; rows are counted from 0.
    public func line(ofRow row: Int) -> Int {
        precondition((0..<rowCount).contains(row), "a row of the table")
        var low = 0
        var high = jumps.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if jumps[middle].row <= row { low = middle } else { high = middle }
        }
        return jumps[low].line + row - jumps[low].row
    }

    func reserve(rows: Int) { memory.reserve(rows: rows) }

    /// Only by whoever makes the table, before anyone else has it.
    mutating func append(_ block: DelimitedBlock) {
        for row in 0..<block.rowCount {
            let line = block.line(ofRow: row)
            if line != nextLine { jumps.append((rowCount + row, line)) }
            nextLine = line + 1
        }
        memory.append(block)
    }
}
