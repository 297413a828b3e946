extension DelimitedReader {
    static func skipByteOrderMark(_ buffer: LineBuffer, name: String, format: DelimitedFormat) throws(InputError) {
        guard try buffer.load() else { throw rowTooLong(file: name, line: 1, limit: format.maximumRowBytes) }
        if buffer.end >= 3, buffer.base[0] == 0xEF, buffer.base[1] == 0xBB, buffer.base[2] == 0xBF {
            buffer.discard(3)
        }
    }

    /// The field of a column, counted from 0; nil if the file does not have the column. O(n) in the number of columns.
    public func firstIndex(of column: DelimitedColumn) -> Int? { columns.firstIndex(of: column) }

    /// The number of rows by type so far; empty if the rows of the format have no types.
    var rowTypes: [String: Int] { buffer.rowTypes?.counts ?? [:] }
}
