public import Pipelines
public import Recordings
public import SensorModel

/// A place store in an SQLite file. After the same deltas it contains the same places as `MemoryPlaceStore`.
///
/// A delta is one transaction. When ``apply(_:)`` returns, the delta is on disk, and neither a crash nor a power
/// failure loses it. A delta that is interrupted is stored as a whole or not at all.
///
/// Several processes may use one file; they wait for each other for up to 10 s. While the file is in use, and after a
/// crash, SQLite keeps two more files next to it, with the suffixes `-wal` and `-shm`. They belong to the store.
///
/// ```swift
/// let store = try SQLitePlaceStore(path: "places.sqlite")
/// let counts = try store.apply(delta)
/// let places = try store.records().map(\.place)
/// ```
public struct SQLitePlaceStore: PlaceStore, Sendable {
    private let file: StoreFile

    /// The path of the file.
    public var path: String { file.path }

    /// Opens a store for reading and writing, and creates it if the file does not exist.
    ///
    /// - Throws: `StoreError` when the file is not a place store or cannot be written.
    public init(path: String) throws(StoreError) {
        // A delta must be on disk before the caller reports it as applied.
        file = try StoreFile(path: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables, durability: .full)
    }

    /// Opens an existing store for reading only.
    ///
    /// - Throws: `StoreError` when the file does not exist, is not a place store or cannot be read.
    public init(reading path: String) throws(StoreError) {
        file = try StoreFile(reading: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables)
    }

    /// Applies a delta in one transaction. O(log n) for each entry of the delta.
    ///
    /// - Throws: `StoreError`; the store is then unchanged.
    public func apply(_ delta: PlaceDelta) throws(StoreError) -> PlaceDeltaCounts {
        try file.write { database in
            var counts = PlaceDeltaCounts()
            for record in delta.additions + delta.changes {
                counts.add(try Self.change(record.identifier, in: database, file: path) { $0.update(with: record) })
            }
            for identifier in delta.removals {
                counts.add(try Self.change(identifier, in: database, file: path) { $0.remove() })
            }
            return counts
        }
    }

    /// All places by increasing identifier. O(n).
    ///
    /// - Throws: `StoreError` when the file cannot be read or contains invalid values.
    public func records() throws(StoreError) -> [PlaceRecord] {
        try file.read { try PlaceSchema.records(in: $0, file: path) }
    }

    /// The identifiers of removed places in increasing order. O(n).
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    public func removedIdentifiers() throws(StoreError) -> [Int64] {
        try file.read(PlaceSchema.removedIdentifiers)
    }

    /// Counts of places and removals, and the values to request the next delta with. O(n).
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    public func summary() throws(StoreError) -> PlaceStoreSummary {
        try file.read(PlaceSchema.summary)
    }

    private static func change(
        _ identifier: Int64,
        in database: SQLiteConnection,
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

extension SQLitePlaceStore {
    /// Whether a file is an SQLite database, judged by its first 16 bytes.
    public static func isDatabase(_ path: String) -> Bool { StoreFile.isDatabase(path) }

    /// The places in a store by increasing identifier. O(n).
    ///
    /// - Throws: `StoreError` when the file is not a place store or cannot be read.
    public static func places(ofFile path: String) throws(StoreError) -> [PointOfInterest] {
        try SQLitePlaceStore(reading: path).records().map(\.place)
    }
}
