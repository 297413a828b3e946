import CSQLite

/// An open connection to an SQLite database. Compiled statements are cached.
///
/// ```swift
/// let connection = try SQLiteConnection(path: "places.sqlite")
/// try connection.transaction(.immediate) {
///     try connection.execute("INSERT INTO place (id, name) VALUES (?, ?)", [17, "Ditzingen"])
/// }
/// let names: [String] = try connection.statement("SELECT name FROM place").values()
/// ```
///
/// Only one thread at a time may use a connection. Foreign keys are enforced. Text in double quotes is always a name,
/// and never a string.
package final class SQLiteConnection {
    /// A time at which a transaction locks the database.
    package enum Transaction: String, Sendable {
        /// A lock at the transaction's first read or write. All reads of the transaction see the same state of the
        /// database.
        case deferred = "DEFERRED"
        /// A lock for writing at the start. Other connections can still read.
        case immediate = "IMMEDIATE"
    }

    /// A Boolean value that indicates whether the database was opened for reading only.
    package let isReadOnly: Bool
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a database.
    ///
    /// SQLite reads the file only when the first statement runs. Therefore the first statement reports an invalid file.
    ///
    /// - Parameters:
    ///   - path: the path of the file, or `:memory:` for a temporary database.
    ///   - isReadOnly: whether to open an existing file without changing it. Otherwise, a missing file is created.
    ///   - busyTimeoutSeconds: the maximum time that a statement waits for other connections to release their locks.
    /// - Throws: ``SQLiteError`` if the file cannot be opened.
    package init(path: String, isReadOnly: Bool = false, busyTimeoutSeconds: Double = 10) throws(SQLiteError) {
        self.isReadOnly = isReadOnly
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // Callers use one thread at a time, so SQLite's own locks are not needed.
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(code, opened.map { String(cString: sqlite3_errmsg($0)) })
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(busyTimeoutSeconds * 1000))
        try SQLiteError.check(csqlite_reject_double_quoted_strings(handle), handle)
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// The row identifier of the last inserted row.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    package var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

    /// Runs SQL statements without parameters and ignores their results.
    ///
    /// - Throws: ``SQLiteError`` for the first statement that fails. Earlier statements remain in effect.
    package func execute(_ statements: String) throws(SQLiteError) {
        try SQLiteError.check(sqlite3_exec(handle, statements, nil, nil, nil), handle)
    }

    /// Runs one SQL statement and ignores its results.
    ///
    /// - Throws: ``SQLiteError`` if the statement is invalid or fails.
    package func execute(_ sql: String, _ arguments: [any SQLiteConvertible]) throws {
        try statement(sql).execute(arguments)
    }

    /// Returns the compiled form of a statement. Compiled statements are cached by text, so a repeated call is O(1).
    ///
    /// - Throws: ``SQLiteError`` if the text is not exactly one valid statement.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let statement = try SQLiteStatement(sql, handle)
        statements[sql] = statement
        return statement
    }

    /// Runs work in a transaction. Commits the changes, or undoes all of them if `work` throws an error.
    ///
    /// - Throws: ``SQLiteError`` if the transaction cannot start or end, and the errors of `work`. A transaction within
    ///   another transaction cannot start.
    package func transaction<Result>(_ kind: Transaction, _ work: () throws -> Result) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite ends the transaction itself after some errors, such as a full disk.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}

/// An error of a call to SQLite.
///
/// Result codes: https://www.sqlite.org/rescode.html.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extended result code, such as 2067 for `SQLITE_CONSTRAINT_UNIQUE`.
    package let extendedCode: Int32
    /// SQLite's description of the problem, in English.
    package let message: String

    /// The primary result code: the lowest 8 bits of the extended code.
    package var code: Int32 { extendedCode & 0xFF }

    /// A Boolean value that indicates whether the disk is full.
    var isFullDisk: Bool {
        // SQLITE_IOERR_SHMSIZE: SQLite could not extend the index of the write-ahead log.
        code == SQLITE_FULL || extendedCode == SQLITE_IOERR | 19 << 8
    }

    /// A Boolean value that indicates whether another connection is using the database.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code) }

    /// The code and SQLite's description of the problem.
    package var description: String { "SQLite's error \(extendedCode) '\(message)'" }

    /// The error for a database whose rows contradict each other.
    package static let corrupt = SQLiteError(SQLITE_CORRUPT)

    /// Creates the error for a result code.
    ///
    /// - Parameters:
    ///   - extendedCode: the extended or primary result code.
    ///   - message: a description of the problem, or `nil` for SQLite's description of the code.
    init(_ extendedCode: Int32, _ message: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message ?? String(cString: sqlite3_errstr(extendedCode))
    }

    /// Throws an error unless a result code reports success.
    ///
    /// - Throws: ``SQLiteError`` with SQLite's latest message for the connection.
    static func check(_ code: Int32, _ connection: OpaquePointer?) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw SQLiteError(code, connection.map { String(cString: sqlite3_errmsg($0)) })
    }
}

/// The current row of a running statement, valid only within the closure to which it is passed.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// The value of a column. Columns are counted from 0. The value is null if the column does not exist.
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

    /// Converts the value of a column. Columns are counted from 0.
    ///
    /// - Throws: ``SQLiteError`` with the code `SQLITE_MISMATCH` if the type cannot represent the value.
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

    /// Converts consecutive columns to numbers. Null becomes `nil`. One call for all columns is faster than a call for
    /// each column.
    ///
    /// - Throws: ``SQLiteError`` with the code `SQLITE_MISMATCH` if a value is a text or a blob.
    package func numbers(_ columns: Range<Int>) throws(SQLiteError) -> [Double?] {
        var numbers: [Double?] = []
        numbers.reserveCapacity(columns.count)
        for column in columns { numbers.append(try read(column)) }
        return numbers
    }
}

/// A compiled SQL statement, which can run many times with different arguments.
///
/// ```swift
/// let select = try connection.statement("SELECT name FROM place WHERE latitude > ?")
/// let northern: [String] = try select.values([60.0])
/// ```
///
/// Only one thread at a time may use a connection and its statements. A statement can run again after all of its
/// results were read or an error occurred.
package final class SQLiteStatement {
    private let handle: OpaquePointer

    /// Compiles a statement.
    ///
    /// - Throws: ``SQLiteError`` if the text is not exactly one valid statement.
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
    /// - Throws: ``SQLiteError`` if the statement fails or the number of arguments is wrong.
    package func execute(_ arguments: [any SQLiteConvertible] = []) throws {
        try forEachRow(arguments) { _ in }
    }

    /// Calls `body` for each row of the result, in order. Memory does not grow with the number of rows.
    ///
    /// - Throws: ``SQLiteError``, and the errors of `body`.
    package func forEachRow(
        _ arguments: [any SQLiteConvertible] = [],
        _ body: (SQLiteRow) throws -> Void
    ) throws {
        try start(arguments)
        defer { sqlite3_reset(handle) }
        while try step() { try body(SQLiteRow(statement: handle)) }
    }

    /// Converts the first row of the result. Returns `nil` if the result has no rows.
    ///
    /// - Throws: ``SQLiteError``, and the errors of `convert`.
    package func firstRow<Value>(
        _ arguments: [any SQLiteConvertible] = [],
        _ convert: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        try start(arguments)
        defer { sqlite3_reset(handle) }
        return try step() ? try convert(SQLiteRow(statement: handle)) : nil
    }

    /// Converts all rows of the result. O(n) in the number of rows.
    ///
    /// - Throws: ``SQLiteError``, and the errors of `convert`.
    package func rows<Value>(
        _ arguments: [any SQLiteConvertible] = [],
        _ convert: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        var rows: [Value] = []
        try forEachRow(arguments) { rows.append(try convert($0)) }
        return rows
    }

    /// Returns the first column of the first row, or `nil` if it is null or the result has no rows.
    ///
    /// - Throws: ``SQLiteError`` if the statement fails or the value has another type.
    package func value<Value: SQLiteConvertible>(
        _ arguments: [any SQLiteConvertible] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        try firstRow(arguments) { try $0.read(0, as: Value?.self) } ?? nil
    }

    /// Returns the first column of all rows. O(n) in the number of rows.
    ///
    /// - Throws: ``SQLiteError`` if the statement fails or a value has another type.
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

    /// Advances to the next row. Returns `false` if there are no more rows.
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

/// A value in one of SQLite's five storage classes.
package enum SQLiteValue: Sendable, Hashable, CustomStringConvertible {
    /// SQLite's `NULL`.
    case null
    /// An integer of 64 bits.
    case integer(Int64)
    /// A 64-bit floating-point number. SQLite stores NaN as ``null``.
    case real(Double)
    /// A text of any length, which may contain NUL.
    case text(String)
    /// Bytes without a type.
    case blob([UInt8])

    /// The value in SQL notation: `NULL`, `17`, `1.5`, or a quoted text. For a blob, the number of bytes.
    package var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): String(reflecting: value)
        case .blob(let bytes): "a blob of \(bytes.count) bytes"
        }
    }
}

/// A type whose values can be stored in a column and read again.
package protocol SQLiteConvertible {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }

    /// Converts a stored value. The result is `nil` if the type cannot represent the storage class or the number.
    init?(sqliteValue: SQLiteValue)
}

extension SQLiteConvertible where Self: FixedWidthInteger & SignedInteger {
    /// The value as an integer.
    package var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// Converts an integer. The result is `nil` if the integer is out of range.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let value) = sqliteValue else { return nil }
        self.init(exactly: value)
    }
}

extension Int: SQLiteConvertible {}
extension Int32: SQLiteConvertible {}
extension Int64: SQLiteConvertible {}

extension Bool: SQLiteConvertible {
    /// The value as the integer 0 or 1.
    package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// Converts an integer: 0 to `false`, all other values to `true`.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let value) = sqliteValue else { return nil }
        self = value != 0
    }
}

extension Double: SQLiteConvertible {
    /// The value as a real number.
    package var sqliteValue: SQLiteValue { .real(self) }

    /// Converts a real number, or an integer to the nearest real number.
    package init?(sqliteValue: SQLiteValue) {
        switch sqliteValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        case .null, .text, .blob: return nil
        }
    }
}

extension String: SQLiteConvertible {
    /// The value as a text.
    package var sqliteValue: SQLiteValue { .text(self) }

    /// Converts a text.
    package init?(sqliteValue: SQLiteValue) {
        guard case .text(let value) = sqliteValue else { return nil }
        self = value
    }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The wrapped value, or null for `nil`.
    package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// Converts null to `nil`, and any other value with the initialiser of the wrapped type.
    package init?(sqliteValue: SQLiteValue) {
        if case .null = sqliteValue {
            self = .none
            return
        }
        guard let value = Wrapped(sqliteValue: sqliteValue) else { return nil }
        self = value
    }
}
