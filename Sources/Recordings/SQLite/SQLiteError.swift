import CSQLite

/// The error of a call to SQLite.
///
/// Result codes: https://www.sqlite.org/rescode.html.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extended result code, such as 2067 for `SQLITE_CONSTRAINT_UNIQUE`.
    package let extendedCode: Int32
    /// SQLite's message, in English.
    package let message: String

    /// The primary result code: the lowest 8 bits of the extended code.
    package var code: Int32 { extendedCode & 0xFF }

    /// Whether the disk has no room left.
    var isFullDisk: Bool {
        // SQLITE_IOERR_SHMSIZE: SQLite could not extend the index of the write-ahead log.
        code == SQLITE_FULL || extendedCode == SQLITE_IOERR | 19 << 8
    }

    /// Whether another connection uses the database at the moment.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code) }

    /// The code and the message.
    package var description: String { "SQLite's error \(extendedCode) '\(message)'" }

    /// The error for a database whose rows contradict each other.
    package static let corrupt = SQLiteError(SQLITE_CORRUPT)

    /// Creates the error for a result code.
    ///
    /// - Parameters:
    ///   - extendedCode: extended or primary result code.
    ///   - message: what is wrong; nil for SQLite's description of the code.
    init(_ extendedCode: Int32, _ message: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message ?? String(cString: sqlite3_errstr(extendedCode))
    }

    /// - Throws: the error with SQLite's latest message for this connection, unless the code reports success.
    static func check(_ code: Int32, _ connection: OpaquePointer?) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw SQLiteError(code, connection.map { String(cString: sqlite3_errmsg($0)) })
    }
}
