import CSQLite

/// The current row of a running statement. It is valid only in the closure that receives it.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// The value of a column, counted from 0; null for a column that does not exist.
    package subscript(column: Int) -> SQLiteValue {
        let index = Int32(column)
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            // The length is valid only after the conversion to UTF-8.
            let start = sqlite3_column_text(statement, index)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, index)
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
            return .blob(Array(bytes))
        default: return .null
        }
    }

    /// Reads the value of a column, counted from 0.
    ///
    /// - Throws: ``SQLiteError`` with the code `SQLITE_MISMATCH` for a value that the type cannot represent.
    package func read<Value: SQLiteConvertible>(
        _ column: Int,
        as type: Value.Type = Value.self
    ) throws(SQLiteError) -> Value {
        let stored = self[column]
        guard let value = Value(sqliteValue: stored) else {
            throw SQLiteError(SQLITE_MISMATCH, "column \(column) contains \(stored), which is not \(type)")
        }
        return value
    }

    /// Reads consecutive columns as numbers, and null as nil. Faster than to read the columns one by one.
    ///
    /// - Throws: ``SQLiteError`` with the code `SQLITE_MISMATCH` for a text or a blob.
    package func numbers(_ columns: Range<Int>) throws(SQLiteError) -> [Double?] {
        var numbers: [Double?] = []
        numbers.reserveCapacity(columns.count)
        for column in columns { numbers.append(try read(column)) }
        return numbers
    }
}
