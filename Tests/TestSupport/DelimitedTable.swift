package import Recordings
package import SensorModel

/// The selected columns of a delimited file, in memory.
package struct DelimitedTable {
    /// The values of each column.
    package private(set) var columns: [[Double]]
    /// The line of the file on which each row starts, counted from 1.
    private var lines: [Int] = []

    fileprivate init(columnCount: Int) { columns = Array(repeating: [], count: columnCount) }

    package var rowCount: Int { lines.count }

    package subscript(column: Int) -> [Double] { columns[column] }

    package func line(ofRow row: Int) -> Int { lines[row] }

    fileprivate mutating func append(_ block: DelimitedBlock) {
        for column in columns.indices { columns[column] += block[column] }
        lines += (0..<block.rowCount).map(block.line)
    }
}

extension DelimitedReader {
    /// Reads all rows of the given columns as numbers.
    package func readColumns(_ columns: [DelimitedColumn]) throws(InputError) -> DelimitedTable {
        var table = DelimitedTable(columnCount: columns.count)
        try forEachBlock(of: columns) { block in table.append(block) }
        return table
    }
}
