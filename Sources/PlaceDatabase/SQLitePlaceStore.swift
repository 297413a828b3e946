import GRDB
public import Pipelines
public import SQLiteStores
public import SensorModel

/// A store of places in an SQLite file: the same in the end as `MemoryPlaceStore`.
///
/// A delta is one transaction. When ``apply(_:)`` returns, the delta is on disk: the end of the process, or of the
/// power, loses nothing of it. A delta that was being applied then is there whole or not at all.
///
/// Several processes may use one file: they wait for each other, up to 10 s. While it is in use, and after a process
/// was killed, files with `-wal` and `-shm` behind its name stand beside it and belong to it.
public struct SQLitePlaceStore: PlaceStore, Sendable {
    private let file: StoreFile

    public var path: String { file.path }

    /// Opens the store in a file, and makes it where there is no file.
    ///
    /// - Throws: `StoreError` for a file that is something else or cannot be written to.
    public init(path: String) throws(StoreError) {
        // A delta is on disk before anybody hears of it.
        file = try StoreFile(path: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables, durability: .full)
    }

    /// Opens the store in a file that is there, only to read: nothing is made or changed.
    ///
    /// - Throws: `StoreError` where there is no file, for one that is something else, or cannot be read.
    public init(reading path: String) throws(StoreError) {
        file = try StoreFile(reading: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables)
    }

    public func apply(_ delta: PlaceDelta) throws(StoreError) -> PlaceDeltaCounts {
        try file.write { database in
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

    public func records() throws(StoreError) -> [PlaceRecord] {
        try file.read { try PlaceSchema.records(in: $0, file: path) }
    }

    public func removedIdentifiers() throws(StoreError) -> [Int64] {
        try file.read(PlaceSchema.removedIdentifiers)
    }

    public func summary() throws(StoreError) -> PlaceStoreSummary {
        try file.read(PlaceSchema.summary)
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
}
