import SensorModel

/// A table as CSV, whose columns become known row by row.
struct GrowingTable {
    /// The names of the columns.
    private var names: [[UInt8]] = []
    private var columns: [[UInt8]: Int] = [:]
    /// The rows that were written with the same number of columns.
    private var segments: [(columnCount: Int, bytes: [UInt8])] = []
    private var writer = DelimitedWriter()
    private var writtenColumns = 0
    /// The cells of the current row.
    private var cells: [ArraySlice<UInt8>] = []
    /// The column after that of the previous cell, which is usually that of the next one.
    private var next = 0
    /// The bytes of the rows without the delimiters that later columns add.
    private var rowBytes = 0
    private var rowCount = 0

    static let maximumColumns = 4096

    /// Whether the table has the maximum number of columns.
    var isFull: Bool { names.count >= Self.maximumColumns }

    /// The bytes of all rows, at most: an empty row has a delimiter for each column, too.
    var maximumBytes: Int { rowBytes + rowCount * names.count }

    /// Sets a cell of the current row.
    mutating func set(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        let column = column(name)
        while cells.count < names.count { cells.append([]) }
        cells[column] = value
        next = column + 1
    }

    private mutating func column(_ name: ArraySlice<UInt8>) -> Int {
        if next < names.count, name.elementsEqual(names[next]) { return next }
        let name = Array(name)
        if let known = columns[name] { return known }
        columns[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// Ends the current row.
    mutating func endRow() {
        if writtenColumns != names.count {
            if writer.count > 0 { segments.append((writtenColumns, writer.take())) }
            writtenColumns = names.count
        }
        rowCount += 1
        let start = writer.count
        for column in cells.indices {
            append(cells[column])
            cells[column] = []
        }
        writer.endRow()
        rowBytes += writer.count - start
        next = 0
    }

    /// Appends a cell. Line breaks become spaces, so that a row is a line.
    private mutating func append(_ cell: ArraySlice<UInt8>) {
        let isPlain = !cell.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard isPlain else { return append(ArraySlice(cell.map { $0 == 10 || $0 == 13 ? UInt8(ascii: " ") : $0 })) }
        cell.withUnsafeBufferPointer { writer.append(verbatim: $0) }
    }

    /// Passes the header and the rows, with a cell for each column, to a sink.
    func write(to sink: TableExport.Sink) throws(InputError) {
        var header = DelimitedWriter()
        for name in names { name.withUnsafeBufferPointer { header.append(verbatim: $0) } }
        header.endRow()
        try header.drain(to: sink)
        for segment in segments { try Self.write(segment.bytes, missing: names.count - segment.columnCount, to: sink) }
        var last = writer
        try Self.write(last.take(), missing: names.count - writtenColumns, to: sink)
    }

    private static func write(_ rows: [UInt8], missing: Int, to sink: TableExport.Sink) throws(InputError) {
        var padded = DelimitedWriter()
        if missing == 0 {
            padded.bytes = rows
        } else {
            let delimiters = [UInt8](repeating: UInt8(ascii: ","), count: missing)
            for line in rows.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
                padded.bytes += line
                padded.bytes += delimiters
                padded.endRow()
            }
        }
        try padded.drain(to: sink)
    }
}
