import Foundation
public import GRDB

/// An SQLite file of Sextant's, opened and checked.
///
/// Several processes may use one file: they wait for each other, up to 10 s. While it is in use, and after a process
/// was killed, files with `-wal` and `-shm` behind its name stand beside it and belong to it.
public final class StoreFile: Sendable {
    /// How much a transaction waits for the medium.
    public enum Durability: String, Sendable {
        /// Each transaction is on disk when it ends: not even the end of the power loses it.
        case full
        /// The end of the process loses nothing; the end of the power loses the last transactions, each whole.
        case normal
    }

    public let path: String
    public let kind: StoreKind
    private let queue: DatabaseQueue

    /// Opens the store in a file, and makes it where there is no file.
    ///
    /// - Parameter tables: the statements that make an empty database a store.
    /// - Throws: ``StoreError`` for a file that is something else or cannot be written to.
    public init(path: String, kind: StoreKind, tables: String, durability: Durability) throws(StoreError) {
        self.path = path
        self.kind = kind
        queue = try Self.translated(path, kind) {
            try Self.checkPath(path, kind)
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                try Self.prepare(database, path, kind, tables: tables, durability)
                try StoreTables(of: tables).check(database, path, kind)
            }
            return queue
        }
    }

    /// Opens the store in a file that is there, only to read: nothing is made or changed.
    ///
    /// - Parameter tables: the statements that make an empty database a store.
    /// - Throws: ``StoreError`` where there is no file, for one that is something else, or cannot be read.
    public init(reading path: String, kind: StoreKind, tables: String) throws(StoreError) {
        self.path = path
        self.kind = kind
        queue = try Self.translated(path, kind) {
            try Self.checkPath(path, kind)
            guard FileManager.default.fileExists(atPath: path) else {
                throw StoreError(notAStore: path, found: "no such file", of: kind)
            }
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let expected = try StoreTables(of: tables)
            try queue.read { database in
                try Self.check(database, path, kind)
                try expected.check(database, path, kind)
            }
            return queue
        }
    }

    deinit {
        // One file is left, which can be read where nothing can be written. Somebody who has it open prevents that.
        guard !queue.configuration.readonly else { return }
        try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    /// Reads what one moment's store holds.
    public func read<Result>(_ work: (Database) throws -> Result) throws(StoreError) -> Result {
        try Self.translated(path, kind) { try queue.read(work) }
    }

    /// Changes the store in one transaction, which no other process's comes between.
    public func write<Result>(_ work: (Database) throws -> Result) throws(StoreError) -> Result {
        try Self.translated(path, kind) {
            try queue.writeWithoutTransaction { try Self.transaction($0, work) }
        }
    }

    /// The same with another store at hand, under the name `part`.
    public func write<Result>(
        attaching other: StoreFile,
        _ work: (Database) throws -> Result
    ) throws(StoreError) -> Result {
        try Self.translated(path, kind) {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "ATTACH DATABASE ? AS part", arguments: [other.path])
                defer { try? database.execute(sql: "DETACH DATABASE part") }
                return try Self.transaction(database, work)
            }
        }
    }

    private static func transaction<Result>(
        _ database: Database,
        _ work: (Database) throws -> Result
    ) throws -> Result {
        var result: Result?
        try database.inTransaction(.immediate) {
            result = try work(database)
            return .commit
        }
        guard let result else { preconditionFailure("a transaction that was committed did its work") }
        return result
    }

    private static func prepare(
        _ database: Database,
        _ path: String,
        _ kind: StoreKind,
        tables: String,
        _ durability: Durability
    ) throws {
        if try !isEmpty(database) { try check(database, path, kind) }
        // Readers are not held up, and a transaction is one write.
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        // On Apple's systems a sync reaches the medium with `fullfsync` only.
        try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue); PRAGMA fullfsync = ON")
        try database.inTransaction(.immediate) {
            // Another process may have made it meanwhile.
            if try isEmpty(database) {
                try database.execute(sql: tables)
                try database.execute(sql: "PRAGMA application_id = \(kind.application)")
                try database.execute(sql: "PRAGMA user_version = \(kind.version)")
            }
            return .commit
        }
        try check(database, path, kind)
    }

    /// - Throws: ``StoreError`` where the database is not a store.
    private static func check(_ database: Database, _ path: String, _ kind: StoreKind) throws {
        if try isEmpty(database) { throw StoreError(notAStore: path, found: "an empty database", of: kind) }
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == kind.application else {
            throw StoreError(notAStore: path, found: "another program's database", of: kind)
        }
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found == kind.version else {
            throw StoreError(
                file: path,
                found: "a store of version \(found)",
                expected: "version \(kind.version)",
                remedy: "use the Sextant that made it, or \(kind.renewal)"
            )
        }
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    private static func translated<Result>(
        _ file: String,
        _ kind: StoreKind,
        _ work: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try work()
        } catch {
            throw StoreError(error, file: file, of: kind)
        }
    }

    /// A directory opens in SQLite's own words only.
    private static func checkPath(_ path: String, _ kind: StoreKind) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw StoreError(notAStore: path, found: "a directory", of: kind)
        }
        if FileManager.default.fileExists(atPath: path), !isRegular(path) {
            throw StoreError(notAStore: path, found: "a pipe or a device", of: kind)
        }
    }
}
