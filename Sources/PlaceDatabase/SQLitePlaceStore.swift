import Foundation
import GRDB
public import Pipelines
public import SensorModel

/// A store of places in an SQLite file: the same in the end as `MemoryPlaceStore`.
///
/// A delta is one transaction. When ``apply(_:)`` returns, the delta is on disk: the end of the process, or of the
/// power, loses nothing of it. A delta that was being applied then is there whole or not at all.
///
/// Several processes may use one file: they wait for each other, up to 10 s. While it is in use, and after a process
/// was killed, files with `-wal` and `-shm` behind its name stand beside it and belong to it.
public final class SQLitePlaceStore: PlaceStore, Sendable {
    public let path: String
    private let queue: DatabaseQueue

    /// Opens the store in a file, and makes it where there is no file.
    ///
    /// - Throws: ``PlaceStoreError`` for a file that is something else or cannot be written to.
    public init(path: String) throws(PlaceStoreError) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        self.path = path
        queue = try Self.translated(path) {
            try Self.checkPath(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { try PlaceSchema.prepare($0, file: path) }
            return queue
        }
    }

    deinit {
        // One file is left, which can be read where nothing can be written. Somebody who has it open prevents that.
        guard !queue.configuration.readonly else { return }
        try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    /// Opens the store in a file that is there, only to read: nothing is made or changed.
    ///
    /// - Throws: ``PlaceStoreError`` where there is no file, for one that is something else, or cannot be read.
    public init(reading path: String) throws(PlaceStoreError) {
        self.path = path
        queue = try Self.translated(path) {
            try Self.checkPath(path)
            guard FileManager.default.fileExists(atPath: path) else {
                throw PlaceStoreError(notAStore: path, found: "no such file")
            }
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { try PlaceSchema.check($0, file: path) }
            return queue
        }
    }

    public func apply(_ delta: PlaceDelta) throws(PlaceStoreError) -> PlaceDeltaCounts {
        try Self.translated(path) {
            try queue.write { database in
                var counts = PlaceDeltaCounts()
                for record in delta.additions + delta.changes {
                    counts.add(try Self.change(record.identifier, in: database, file: path) { $0.take(record) })
                }
                for identifier in delta.removals {
                    counts.add(try Self.change(identifier, in: database, file: path) { $0.remove() })
                }
                return counts
            }
        }
    }

    public func records() throws(PlaceStoreError) -> [PlaceRecord] {
        try Self.translated(path) { try queue.read { try PlaceSchema.records(in: $0, file: path) } }
    }

    public func removedIdentifiers() throws(PlaceStoreError) -> [Int64] {
        try Self.translated(path) { try queue.read(PlaceSchema.removedIdentifiers) }
    }

    public func summary() throws(PlaceStoreError) -> PlaceStoreSummary {
        try Self.translated(path) { try queue.read(PlaceSchema.summary) }
    }

    private static func change(
        _ identifier: Int64,
        in database: Database,
        file: String,
        by change: (inout PlaceState) -> PlaceDeltaEffect
    ) throws -> PlaceDeltaEffect {
        var state = try PlaceSchema.state(of: identifier, in: database, file: file)
        let effect = change(&state)
        switch effect {
        case .added, .changed, .removed, .conflicting: try PlaceSchema.save(state, of: identifier, in: database)
        case .repeated, .outdated: break
        }
        return effect
    }

    private static func translated<Result>(
        _ file: String,
        _ work: () throws -> Result
    ) throws(PlaceStoreError) -> Result {
        do {
            return try work()
        } catch {
            throw PlaceStoreError(error, file: file)
        }
    }

    /// A directory opens in SQLite's own words only.
    private static func checkPath(_ path: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw PlaceStoreError(notAStore: path, found: "a directory")
        }
    }
}
