import CSQLite
import Foundation
public import SensorModel

/// An open SQLite file in one of Sextant's store formats, such as a store of places.
///
/// Several processes may use the same file. They wait for each other for up to 10 s. While the file is in use, and
/// after a crash, SQLite keeps two additional files next to it, with the suffixes `-wal` and `-shm`. These files are
/// part of the store.
public final class StoreFile: Sendable {
    /// The events that a completed transaction survives.
    public enum Durability: String, Sendable {
        /// A completed transaction survives crashes and power failures.
        case full
        /// A completed transaction survives crashes of the process. A power failure may undo the last transactions,
        /// each of them completely.
        case normal
    }

    /// The path of the file.
    public let path: String
    /// The format of the store.
    public let kind: StoreKind
    /// The connection. Only the thread that has locked `lock` uses it.
    private nonisolated(unsafe) let connection: SQLiteConnection
    /// A recursive lock, so that a query within another query fails with an error of SQLite instead of waiting forever.
    private let lock = NSRecursiveLock()

    /// Opens a store for reading and writing, and creates it if the file does not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - kind: the format of the store.
    ///   - tables: SQL statements that create the tables of an empty store.
    ///   - durability: the events that a completed transaction survives.
    /// - Throws: `InputError` if the file is not a store or cannot be written.
    public init(path: String, kind: StoreKind, tables: String, durability: Durability) throws(InputError) {
        self.path = path
        self.kind = kind
        connection = try Self.translated(path, kind) {
            try Self.checkPath(path, kind)
            let database = try SQLiteConnection(path: path)
            try Self.waiting { try Self.prepare(database, path, kind, tables: tables, durability) }
            try StoreTables(of: tables).check(database, path, kind)
            OutputGate.noteInput(path: path)
            return database
        }
    }

    /// Opens an existing store for reading only.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - kind: the format of the store.
    ///   - tables: SQL statements that create the tables of an empty store. The file must have these tables.
    /// - Throws: `InputError` if the file does not exist, is not a store or cannot be read.
    public init(reading path: String, kind: StoreKind, tables: String) throws(InputError) {
        self.path = path
        self.kind = kind
        connection = try Self.translated(path, kind) {
            try Self.checkPath(path, kind)
            guard FileManager.default.fileExists(atPath: path) else {
                throw InputError(notAStore: path, because: "it does not exist", of: kind)
            }
            OutputGate.noteInput(path: path)
            let database = try SQLiteConnection(path: path, isReadOnly: true)
            let expected = try StoreTables(of: tables)
            try database.transaction(.deferred) {
                try Self.check(database, path, kind)
                try expected.check(database, path, kind)
            }
            return database
        }
    }

    deinit {
        // Removes SQLite's additional files, so that the store can be opened in a read-only folder. This fails if other
        // connections are open.
        guard !connection.isReadOnly else { return }
        try? connection.execute("PRAGMA journal_mode = DELETE")
    }

    /// Runs queries in a read transaction, so that all queries see the same state of the store.
    ///
    /// - Throws: `InputError` if SQLite reports an error.
    package func read<Result>(_ work: (SQLiteConnection) throws -> Result) throws(InputError) -> Result {
        try exclusively { database in
            try database.transaction(.deferred) { try work(database) }
        }
    }

    /// Changes the store in a write transaction. Other processes can read, but not write, meanwhile.
    ///
    /// - Throws: `InputError` if SQLite reports an error. The store is then unchanged.
    package func write<Result>(_ work: (SQLiteConnection) throws -> Result) throws(InputError) -> Result {
        try exclusively { database in
            try database.transaction(.immediate) { try work(database) }
        }
    }

    /// Changes the store in a write transaction, with another store attached under the name `part`.
    ///
    /// - Throws: `InputError` if SQLite reports an error. The store is then unchanged.
    package func write<Result>(
        attaching other: StoreFile,
        _ work: (SQLiteConnection) throws -> Result
    ) throws(InputError) -> Result {
        try exclusively { database in
            try database.execute("ATTACH DATABASE ? AS part", [other.path])
            defer { try? database.execute("DETACH DATABASE part") }
            return try database.transaction(.immediate) { try work(database) }
        }
    }

    private func exclusively<Result>(
        _ work: (SQLiteConnection) throws -> Result
    ) throws(InputError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try Self.translated(path, kind) { try work(connection) }
    }

    /// Repeats `work` for up to 10 s while the database is in use by another process. SQLite itself does not wait in
    /// two cases: when a connection changes the journal mode, and when two connections block each other.
    private static func waiting(_ work: () throws -> Void) throws {
        let end = ContinuousClock.now + .seconds(10)
        while true {
            do {
                return try work()
            } catch let error as SQLiteError where error.isBusy && ContinuousClock.now < end {
                usleep(UInt32.random(in: 1_000...20_000))
            }
        }
    }

    private static func prepare(
        _ database: SQLiteConnection,
        _ path: String,
        _ kind: StoreKind,
        tables: String,
        _ durability: Durability
    ) throws {
        if try !isEmpty(database) { try check(database, path, kind) }
        // In WAL mode, readers are not blocked, and a transaction needs only one write.
        try database.execute("PRAGMA journal_mode = WAL")
        // On Apple's systems, only `fullfsync` flushes the disk's own cache.
        try database.execute("PRAGMA synchronous = \(durability.rawValue); PRAGMA fullfsync = ON")
        try database.transaction(.immediate) {
            // Another process may have created the tables in the meantime.
            if try isEmpty(database) {
                try database.execute(tables)
                try database.execute("PRAGMA application_id = \(kind.application)")
                try database.execute("PRAGMA user_version = \(kind.version)")
            }
        }
        try check(database, path, kind)
    }

    /// Checks that the database is a store of the given format and version.
    ///
    /// - Throws: `InputError` if the format or the version differs.
    private static func check(_ database: SQLiteConnection, _ path: String, _ kind: StoreKind) throws {
        if try isEmpty(database) { throw InputError(notAStore: path, because: "the database is empty", of: kind) }
        guard try database.statement("PRAGMA application_id").value() == kind.application else {
            throw InputError(notAStore: path, because: "another program created it", of: kind)
        }
        let found = try database.statement("PRAGMA user_version").value(as: Int32.self) ?? 0
        guard found == kind.version else {
            throw InputError(
                file: path,
                message:
                    "the store's format has version \(found), but this version of Sextant reads version \(kind.version)",
                advice: "use the version of Sextant that created the store, or \(kind.replacementAdvice)"
            )
        }
    }

    private static func isEmpty(_ database: SQLiteConnection) throws -> Bool {
        try database.statement("SELECT count(*) FROM sqlite_schema").value() == 0
    }

    private static func translated<Result>(
        _ file: String,
        _ kind: StoreKind,
        _ work: () throws -> Result
    ) throws(InputError) -> Result {
        do {
            return try work()
        } catch {
            throw InputError(error, file: file, of: kind)
        }
    }

    /// Rejects directories, pipes and devices, because SQLite's errors for them are unclear.
    private static func checkPath(_ path: String, _ kind: StoreKind) throws {
        switch FileKind(path: path) {
        case .regular, nil: break
        case .folder: throw InputError(notAStore: path, because: "it is a directory", of: kind)
        default: throw InputError(notAStore: path, because: "it is a pipe or a device", of: kind)
        }
    }
}

extension StoreFile {
    /// Returns whether a file is an SQLite database, judging by its first 16 bytes.
    public static func isDatabase(_ path: String) -> Bool {
        // A pipe cannot be read twice, and is never a database.
        guard FileKind(path: path) == .regular, let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // https://www.sqlite.org/fileformat.html, section 1.3.1
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }
}

/// A format of stores: the identification of its files, and parts of its error messages.
public struct StoreKind: Sendable, Hashable {
    /// The name of the format in messages, such as "a store of places".
    public var name: String
    /// The `application_id` of the SQLite file: four ASCII letters.
    public var application: Int32
    /// The `user_version` of the SQLite file.
    public var version: Int32
    /// The part of the message about a full disk that states which data remain valid.
    public var fullDiskNote: String
    /// The advice to retry when another process no longer uses the file.
    public var retryAdvice: String
    /// The advice for a file that is damaged or of another version.
    public var replacementAdvice: String
    /// The advice on how to create a store.
    public var creationAdvice: String

    /// Creates a format. The parameters are described at the properties.
    public init(
        name: String,
        application: Int32,
        version: Int32,
        fullDiskNote: String,
        retryAdvice: String,
        replacementAdvice: String,
        creationAdvice: String
    ) {
        self.name = name
        self.application = application
        self.version = version
        self.fullDiskNote = fullDiskNote
        self.retryAdvice = retryAdvice
        self.replacementAdvice = replacementAdvice
        self.creationAdvice = creationAdvice
    }
}

/// The tables that a store must have.
///
/// A file with these tables guarantees that queries end and return values of the expected types. A view instead of a
/// table could run forever, and a table that is not strict could contain values of any type.
struct StoreTables {
    private struct Table {
        var name: String
        var isStrict: Bool
        var columns: Set<Column>

        /// Returns whether this table can store the rows of `other`. This table may have additional columns if they can
        /// be null.
        func includes(_ other: Table) -> Bool {
            name == other.name && isStrict == other.isStrict && columns.isSuperset(of: other.columns)
                && !columns.subtracting(other.columns).contains(where: \.isRequired)
        }
    }

    private struct Column: Hashable {
        var name: String
        var type: String
        var isRequired: Bool
    }

    private let tables: [Table]

    /// Determines the tables that a store must have.
    ///
    /// - Parameter statements: SQL statements that create the tables of an empty store.
    init(of statements: String) throws {
        let database = try SQLiteConnection(path: ":memory:")
        try database.execute(statements)
        tables = try Self.tables(in: database)
    }

    /// Checks that a database has the required tables.
    ///
    /// - Throws: `InputError` if a table is missing or has unexpected columns.
    func check(_ database: SQLiteConnection, _ path: String, _ kind: StoreKind) throws {
        let found = try Self.tables(in: database)
        for table in tables where !found.contains(where: { $0.includes(table) }) {
            let defect = found.contains { $0.name == table.name } ? "has unexpected columns" : "is missing"
            let (expected, tableName) = (kind.name, table.name)
            throw InputError(
                file: path,
                message: "the database is not \(expected): the table '\(tableName)' \(defect)",
                advice: kind.replacementAdvice
            )
        }
    }

    private static func tables(in database: SQLiteConnection) throws -> [Table] {
        let select = "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        let rows = try database.statement(select).rows { row in
            (name: try row.read(0, as: String.self), isStrict: try row.read(1, as: Bool.self))
        }
        let columns = try database.statement("SELECT name, type, \"notnull\" FROM pragma_table_info(?)")
        return try rows.map { row in
            Table(
                name: row.name,
                isStrict: row.isStrict,
                columns: Set(
                    try columns.rows([row.name]) { column in
                        Column(name: try column.read(0), type: try column.read(1), isRequired: try column.read(2))
                    }
                )
            )
        }
    }
}

extension InputError {
    /// Translates an error of SQLite into an error for users who do not know SQLite.
    ///
    /// SQLite's result codes: https://www.sqlite.org/rescode.html.
    public init(_ error: any Error, file: String, of kind: StoreKind) {
        if let error = error as? InputError {
            self = error
            return
        }
        guard let error = error as? SQLiteError else {
            self.init(surroundingsOf: file, "\(error)", "check the disk and the path")
            return
        }
        switch error.code {
        case _ where error.isFullDisk:
            self.init(surroundingsOf: file, "the disk is full", "free disk space; \(kind.fullDiskNote)")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            let remedy = "change the permissions of the file and its directory, or work on a copy"
            self.init(surroundingsOf: file, "permission denied", remedy)
        case SQLITE_CANTOPEN:
            let remedy = "check that the directory exists and is writable"
            self.init(surroundingsOf: file, "cannot open the store", remedy)
        case _ where error.isBusy:
            self.init(
                surroundingsOf: file,
                "the store is in use by another process",
                "wait for that process, then \(kind.retryAdvice)"
            )
        case SQLITE_NOTADB:
            self.init(notAStore: file, because: "it is not an SQLite database", of: kind)
        case SQLITE_CORRUPT, SQLITE_MISMATCH:
            self.init(
                file: file,
                message: "the database is damaged",
                advice: kind.replacementAdvice
            )
        default:
            self.init(surroundingsOf: file, "SQLite reports error \(error.code): \(error.message)", "check the disk")
        }
    }

    /// Creates the error for a file that is not a store of the given kind.
    public init(notAStore file: String, because reason: String, of kind: StoreKind) {
        self.init(
            file: file,
            message: "this is not \(kind.name): \(reason)",
            advice: "check the path; \(kind.creationAdvice)"
        )
    }

    private init(surroundingsOf file: String, _ message: String, _ advice: String) {
        self.init(
            file: file,
            message: message,
            advice: advice,
            isEnvironment: true
        )
    }
}
