extension DelimitedReader {
    static func skipByteOrderMark(_ buffer: LineBuffer, name: String, format: DelimitedFormat) throws(InputError) {
        guard try buffer.load() else { throw rowTooLong(file: name, line: 1, limit: format.maximumRowBytes) }
        if buffer.end >= 3, buffer.base[0] == 0xEF, buffer.base[1] == 0xBB, buffer.base[2] == 0xBF {
            buffer.discard(3)
        }
    }

    /// The field of a column that is asked for, counted from 0; nil where the file does not have it.
    public func firstIndex(of column: DelimitedColumn) -> Int? { columns.firstIndex(of: column) }

    /// The file's columns.
    var columns: DelimitedHeader {
        DelimitedHeader(file: name, names: header, fieldCount: fieldCount, line: headerLine)
    }
}
