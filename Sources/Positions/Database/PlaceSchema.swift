import Pipelines
import Recordings
import SensorModel

/// The tables of a place store, and the conversion between rows and values.
enum PlaceSchema {
    static let kind = StoreKind(
        name: "a store of places",
        // `SxPl`
        application: 0x5378_506C,
        version: 1,
        fullDiskNote: "deltas applied before are kept",
        retryAdvice: "apply again",
        replacementAdvice: "apply all deltas to a new file",
        creationAdvice: "to create a store, apply a delta to a new file"
    )

    /// Removed identifiers have their own table, as in LiveGuide (AREA 2013, section VIII.B).
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

    private static let columns = "id, changed, name, latitude, longitude, altitude, category, information"

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

    static func records(in database: SQLiteConnection, file: String) throws -> [PlaceRecord] {
        try database.statement("SELECT \(columns) FROM place ORDER BY id").rows { try record($0, file: file) }
    }

    static func removedIdentifiers(in database: SQLiteConnection) throws -> [Int64] {
        try database.statement("SELECT id FROM removed ORDER BY id").values()
    }

    static func summary(in database: SQLiteConnection) throws -> PlaceStoreSummary {
        PlaceStoreSummary(
            places: try database.statement("SELECT count(*) FROM place").value() ?? 0,
            removed: try database.statement("SELECT count(*) FROM removed").value() ?? 0,
            highestIdentifier: try database.statement("SELECT max(id) FROM place").value(),
            newestChange: try database.statement("SELECT max(changed) FROM place").value()
        )
    }

    /// Reads a row. Other programs may have written to the file, so each value is checked.
    private static func record(_ row: SQLiteRow, file: String) throws -> PlaceRecord {
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
            throw StoreError(
                file: file,
                found: "invalid values in place \(row[0])",
                expected: "values that a delta can contain",
                remedy: kind.replacementAdvice
            )
        }
        return record
    }
}
