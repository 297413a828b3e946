import CSQLite

/// A compiled SQL statement, which can run many times with different arguments.
///
/// ```swift
/// let select = try connection.statement("SELECT name FROM place WHERE latitude > ?")
/// let northern: [String] = try select.values([60.0])
/// ```
///
/// One thread at a time may use a connection and its statements. A run ends when all results are read or an error
/// occurs; the statement can then run again.
package final class SQLiteStatement {
    private let handle: OpaquePointer

    /// - Throws: ``SQLiteError`` unless the text is exactly one valid statement.
    init(_ sql: String, _ connection: OpaquePointer) throws(SQLiteError) {
        var compiled: OpaquePointer?
        let (code, isWhole) = sql.withCString { text in
            var end: UnsafePointer<CChar>?
            let options = UInt32(SQLITE_PREPARE_PERSISTENT)
            let code = sqlite3_prepare_v3(connection, text, -1, options, &compiled, &end)
            return (code, end?.pointee == 0)
        }
        try SQLiteError.check(code, connection)
        guard let compiled else { throw SQLiteError(SQLITE_MISUSE, "the SQL text contains no statement") }
        handle = compiled
        guard isWhole else { throw SQLiteError(SQLITE_MISUSE, "the SQL text contains more than one statement") }
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement and ignores its results.
    ///
    /// - Throws: ``SQLiteError``.
    package func execute(_ arguments: [any SQLiteConvertible] = []) throws {
        try forEachRow(arguments) { _ in }
    }

    /// Visits the rows of the result in their order. Memory does not grow with their number.
    ///
    /// - Throws: ``SQLiteError``, and errors of `body`.
    package func forEachRow(
        _ arguments: [any SQLiteConvertible] = [],
        _ body: (SQLiteRow) throws -> Void
    ) throws {
        try start(arguments)
        defer { sqlite3_reset(handle) }
        while try step() { try body(SQLiteRow(statement: handle)) }
    }

    /// Converts the first row; nil when the result has no rows.
    ///
    /// - Throws: ``SQLiteError``, and errors of `convert`.
    package func firstRow<Value>(
        _ arguments: [any SQLiteConvertible] = [],
        _ convert: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        try start(arguments)
        defer { sqlite3_reset(handle) }
        return try step() ? try convert(SQLiteRow(statement: handle)) : nil
    }

    /// Converts all rows. O(n).
    ///
    /// - Throws: ``SQLiteError``, and errors of `convert`.
    package func rows<Value>(
        _ arguments: [any SQLiteConvertible] = [],
        _ convert: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        var rows: [Value] = []
        try forEachRow(arguments) { rows.append(try convert($0)) }
        return rows
    }

    /// The first column of the first row; nil when it is null or the result has no rows.
    ///
    /// - Throws: ``SQLiteError``, also for a value of another type.
    package func value<Value: SQLiteConvertible>(
        _ arguments: [any SQLiteConvertible] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        try firstRow(arguments) { try $0.read(0, as: Value?.self) } ?? nil
    }

    /// The first column of all rows. O(n).
    ///
    /// - Throws: ``SQLiteError``, also for a value of another type.
    package func values<Value: SQLiteConvertible>(
        _ arguments: [any SQLiteConvertible] = [],
        as type: Value.Type = Value.self
    ) throws -> [Value] {
        try rows(arguments) { try $0.read(0) }
    }

    private func start(_ arguments: [any SQLiteConvertible]) throws(SQLiteError) {
        guard sqlite3_stmt_busy(handle) == 0 else { throw SQLiteError(SQLITE_MISUSE, "the statement is running") }
        let expected = Int(sqlite3_bind_parameter_count(handle))
        guard arguments.count == expected else {
            throw SQLiteError(SQLITE_MISUSE, "the statement expects \(expected) arguments, found \(arguments.count)")
        }
        for (index, argument) in arguments.enumerated() {
            try SQLiteError.check(bind(argument.sqliteValue, at: Int32(index + 1)), sqlite3_db_handle(handle))
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT of <sqlite3.h>, which Swift does not import: SQLite copies the bytes.
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        case .text(let text):
            return text.withCString {
                sqlite3_bind_text64(handle, index, $0, UInt64(text.utf8.count), copy, UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), copy)
        }
    }

    /// Whether there is another row.
    private func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            try SQLiteError.check(code, sqlite3_db_handle(handle))
            return false
        }
    }
}
