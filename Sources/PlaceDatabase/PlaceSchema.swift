import GRDB
import Pipelines
import SQLiteStores
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

    static func state(of identifier: Int64, in database: Database, file: String) throws -> PlaceState {
        let removed = try database.cachedStatement(sql: "SELECT 1 FROM removed WHERE id = ?")
        if try Int.fetchOne(removed, arguments: [identifier]) != nil { return .removed }
        let place = try database.cachedStatement(sql: "SELECT \(columns) FROM place WHERE id = ?")
        return try Row.fetchOne(place, arguments: [identifier]).map { .present(try record($0, file: file)) } ?? .unknown
    }

    static func save(_ state: PlaceState, of identifier: Int64, in database: Database) throws {
        switch state {
        case .present(let record):
            let (place, marks) = (record.place, "?, ?, ?, ?, ?, ?, ?, ?")
            let insert = "INSERT OR REPLACE INTO place (\(columns)) VALUES (\(marks))"
            try database.cachedStatement(sql: insert).execute(arguments: [
                identifier, record.changed, place.name, place.point.latitudeDegrees, place.point.longitudeDegrees,
                place.altitude, place.category, place.information,
            ])
        case .removed:
            try database.cachedStatement(sql: "DELETE FROM place WHERE id = ?").execute(arguments: [identifier])
            try database.cachedStatement(sql: "INSERT INTO removed (id) VALUES (?)").execute(arguments: [identifier])
        case .unknown:
            break
        }
    }

    static func records(in database: Database, file: String) throws -> [PlaceRecord] {
        let rows = try Row.fetchCursor(database, sql: "SELECT \(columns) FROM place ORDER BY id")
        var records: [PlaceRecord] = []
        while let row = try rows.next() { records.append(try record(row, file: file)) }
        return records
    }

    static func removedIdentifiers(in database: Database) throws -> [Int64] {
        try Int64.fetchAll(database, sql: "SELECT id FROM removed ORDER BY id")
    }

    static func summary(in database: Database) throws -> PlaceStoreSummary {
        PlaceStoreSummary(
            places: try Int.fetchOne(database, sql: "SELECT count(*) FROM place") ?? 0,
            removed: try Int.fetchOne(database, sql: "SELECT count(*) FROM removed") ?? 0,
            highestIdentifier: try Int64.fetchOne(database, sql: "SELECT max(id) FROM place"),
            newestChange: try Int64.fetchOne(database, sql: "SELECT max(changed) FROM place")
        )
    }

    /// Reads a row. Other programs may have written to the file, so each value is checked.
    private static func record(_ row: Row, file: String) throws -> PlaceRecord {
        func value<Value: DatabaseValueConvertible>(_ column: Int) -> Value? {
            Value.fromDatabaseValue(row[column] as DatabaseValue)
        }
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
                found: "invalid values in place \(row[0] as DatabaseValue)",
                expected: "values that a delta can contain",
                remedy: kind.replacementAdvice
            )
        }
        return record
    }
}
