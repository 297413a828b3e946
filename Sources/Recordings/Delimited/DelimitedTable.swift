/// Columns of a delimited file in memory.
public struct DelimitedTable: Sendable {
    /// As many as were asked for, in that order, all equally long.
    public private(set) var columns: [[Double]]
    public private(set) var rowCount = 0
    /// Where the numbering of lines jumps: the row, and the line on which it starts.
    private var jumps: [(row: Int, line: Int)] = []
    private var nextLine = 0

    init(columnCount: Int) {
        columns = Array(repeating: [], count: columnCount)
    }

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

    mutating func reserve(rows: Int) {
        for column in columns.indices {
            columns[column].reserveCapacity(rows)
            let capacity = columns[column].capacity
            columns[column].withUnsafeMutableBufferPointer { LargePages.advise($0.baseAddress, count: capacity) }
        }
    }

    mutating func append(_ block: DelimitedBlock) {
        for column in columns.indices { columns[column].append(contentsOf: block[column]) }
        for row in 0..<block.rowCount {
            let line = block.line(ofRow: row)
            if line != nextLine { jumps.append((rowCount + row, line)) }
            nextLine = line + 1
        }
        rowCount += block.rowCount
    }
}
