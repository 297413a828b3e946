public import Pipelines
import Recordings
public import SensorModel

/// A place store in an SQLite file. It behaves like `MemoryPlaceStore`.
///
/// Each delta, a set of added, changed and removed places, is applied in one transaction. When ``apply(_:)`` returns,
/// the delta is on disk and survives crashes and power failures. If the process ends before ``apply(_:)`` returns, the
/// store contains either the whole delta or no part of it.
///
/// Several processes may use one file. They wait for each other for up to 10 s. While the file is in use, and after a
/// crash, SQLite keeps two further files next to it, with the suffixes `-wal` and `-shm`. These files are part of the
/// store.
///
/// ```swift
/// let store = try SQLitePlaceStore(path: "places.sqlite")
/// let counts = try store.apply(delta)
/// let places = try store.records().map(\.place)
/// ```
public struct SQLitePlaceStore: PlaceStore, Sendable {
    private let file: StoreFile

    /// The path of the SQLite file.
    public var path: String { file.path }

    /// Opens a store for reading and writing, and creates the store if the file does not exist.
    ///
    /// - Throws: `InputError` if the file is not a place store or cannot be written.
    public init(path: String) throws(InputError) {
        // A delta must be on disk before the caller reports it as applied.
        file = try StoreFile(path: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables, durability: .full)
    }

    /// Opens an existing store for reading only.
    ///
    /// - Throws: `InputError` if the file does not exist, is not a place store or cannot be read.
    public init(reading path: String) throws(InputError) {
        file = try StoreFile(reading: path, kind: PlaceSchema.kind, tables: PlaceSchema.tables)
    }

    /// Applies a delta in one transaction. O(log n) for each entry of the delta.
    ///
    /// - Throws: `InputError` if the delta cannot be stored. In this case, the store is unchanged.
    public func apply(_ delta: PlaceDelta) throws(InputError) -> PlaceDeltaCounts {
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

    /// Returns all places, ordered by identifier. O(n).
    ///
    /// - Throws: `InputError` if the file cannot be read or contains invalid values.
    public func records() throws(InputError) -> [PlaceRecord] {
        try file.read { database in
            let list = try database.statement("SELECT \(PlaceSchema.columns) FROM place ORDER BY id")
            return try list.rows { try PlaceSchema.record($0, file: path) }
        }
    }

    /// Returns the identifiers of removed places in ascending order. O(n).
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func removedIdentifiers() throws(InputError) -> [Int64] {
        try file.read { try $0.statement("SELECT id FROM removed ORDER BY id").values() }
    }

    /// Returns the numbers of places and removed places, and the values with which the next delta is requested. O(n).
    ///
    /// - Throws: `InputError` if the file cannot be read.
    public func summary() throws(InputError) -> PlaceStoreSummary {
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
    /// Returns the places of a store in a file, ordered by identifier. O(n).
    ///
    /// - Throws: `InputError` if the file is not a place store or cannot be read.
    public static func places(ofFile path: String) throws(InputError) -> [PointOfInterest] {
        try SQLitePlaceStore(reading: path).records().map(\.place)
    }
}

/// The tables of a place store in SQLite, and the conversion between their rows and places.
enum PlaceSchema {
    static let kind = StoreKind(
        name: "a store of places",
        // `SxPl`
        application: 0x5378_506C,
        version: 1,
        fullDiskNote: "earlier deltas are kept",
        retryAdvice: "apply the delta again",
        replacementAdvice: "apply all deltas to a new file",
        creationAdvice: "to create a store, apply a delta to a new file"
    )

    /// The SQL statements that create the tables. Removed identifiers have their own table, as in LiveGuide (AREA 2013,
    /// section VIII.B).
    static let tables = """
        CREATE TABLE place (
            id INTEGER PRIMARY KEY,
            changed INTEGER NOT NULL,
            name TEXT NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            altitude REAL,
            category TEXT,
            information TEXT
        ) STRICT;
        CREATE TABLE removed (id INTEGER PRIMARY KEY) STRICT;
        """

    static let columns = "id, changed, name, latitude, longitude, altitude, category, information"

    static func state(of identifier: Int64, in database: SQLiteConnection, file: String) throws -> PlaceState {
        let removed = try database.statement("SELECT 1 FROM removed WHERE id = ?")
        if try removed.value([identifier], as: Int.self) != nil { return .removed }
        let place = try database.statement("SELECT \(columns) FROM place WHERE id = ?")
        return try place.firstRow([identifier]) { .present(try record($0, file: file)) } ?? .unknown
    }

    static func save(_ state: PlaceState, of identifier: Int64, in database: SQLiteConnection) throws {
        switch state {
        case .present(let record):
            let (place, marks) = (record.place, "?, ?, ?, ?, ?, ?, ?, ?")
            let insert = "INSERT OR REPLACE INTO place (\(columns)) VALUES (\(marks))"
            try database.execute(
                insert,
                [
                    identifier, record.changed, place.name, place.point.latitudeDegrees, place.point.longitudeDegrees,
                    place.altitude, place.category, place.information,
                ]
            )
        case .removed:
            try database.execute("DELETE FROM place WHERE id = ?", [identifier])
            try database.execute("INSERT INTO removed (id) VALUES (?)", [identifier])
        case .unknown:
            break
        }
    }

    static func summary(in database: SQLiteConnection) throws -> PlaceStoreSummary {
        PlaceStoreSummary(
            places: try database.statement("SELECT count(*) FROM place").value() ?? 0,
            removed: try database.statement("SELECT count(*) FROM removed").value() ?? 0,
            highestIdentifier: try database.statement("SELECT max(id) FROM place").value(),
            newestChange: try database.statement("SELECT max(changed) FROM place").value()
        )
    }

    /// Reads a place from a row. Each value is checked, because other programs may have written to the file.
    static func record(_ row: SQLiteRow, file: String) throws -> PlaceRecord {
        func value<Value: SQLiteConvertible>(_ column: Int) -> Value? { Value(sqliteValue: row[column]) }
        guard let identifier: Int64 = value(0), let changed: Int64 = value(1), let name: String = value(2),
            let latitude: Double = value(3), let longitude: Double = value(4),
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude),
            let record = PlaceRecord(
                identifier: identifier,
                changed: changed,
                place: PointOfInterest(
                    name: name,
                    point: point,
                    altitude: value(5),
                    category: value(6),
                    information: value(7)
                )
            )
        else {
            let identifier = row[0]
            throw InputError(
                file: file,
                message: "the place with the id \(identifier) has invalid values",
                advice: kind.replacementAdvice
            )
        }
        return record
    }
}
