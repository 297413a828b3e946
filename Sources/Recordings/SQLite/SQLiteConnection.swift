import CSQLite

/// An open connection to an SQLite database, with a cache of its compiled statements.
///
/// ```swift
/// let connection = try SQLiteConnection(path: "places.sqlite")
/// try connection.transaction(.immediate) {
///     try connection.execute("INSERT INTO place (id, name) VALUES (?, ?)", [17, "Ditzingen"])
/// }
/// let names: [String] = try connection.statement("SELECT name FROM place").values()
/// ```
///
/// One thread at a time may use a connection. Foreign keys are enforced, and text in double quotes is always a name.
package final class SQLiteConnection {
    /// When a transaction locks the database.
    package enum Transaction: String, Sendable {
        /// A lock at the first read or write. All reads see the same state of the database.
        case deferred = "DEFERRED"
        /// A lock for writing at the start. Others can still read.
        case immediate = "IMMEDIATE"
    }

    /// Whether the database was opened for reading only.
    package let isReadOnly: Bool
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a database.
    ///
    /// SQLite reads the file at the first statement, so an invalid file is reported then.
    ///
    /// - Parameters:
    ///   - path: path of the file, or `:memory:` for a temporary database.
    ///   - isReadOnly: whether the file must exist and is never changed. Otherwise a missing file is created.
    ///   - busyTimeoutSeconds: how long a statement waits for locks of other connections.
    /// - Throws: ``SQLiteError`` when the file cannot be opened.
    package init(path: String, isReadOnly: Bool = false, busyTimeoutSeconds: Double = 10) throws(SQLiteError) {
        self.isReadOnly = isReadOnly
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // Callers use one thread at a time, so SQLite needs no lock of its own.
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

    /// The identifier of the row that was inserted last.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    package var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

    /// Runs SQL statements without parameters, and ignores their results.
    ///
    /// - Throws: ``SQLiteError`` for the first statement that fails. The statements before it stay in effect.
    package func execute(_ statements: String) throws(SQLiteError) {
        try SQLiteError.check(sqlite3_exec(handle, statements, nil, nil, nil), handle)
    }

    /// Runs one SQL statement, and ignores its results.
    ///
    /// - Throws: ``SQLiteError``.
    package func execute(_ sql: String, _ arguments: [any SQLiteConvertible]) throws {
        try statement(sql).execute(arguments)
    }

    /// A compiled statement. The same text returns the same statement, in O(1).
    ///
    /// - Throws: ``SQLiteError`` unless the text is exactly one valid statement.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let statement = try SQLiteStatement(sql, handle)
        statements[sql] = statement
        return statement
    }

    /// Runs work in a transaction: commits its changes, or rolls all of them back when it throws.
    ///
    /// - Throws: ``SQLiteError`` when the transaction cannot start, for example inside of another one, or cannot end;
    ///   and errors of `work`.
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
