import Foundation
import Pipelines
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// Invalid stores are reported with their cause and not changed.
struct BadStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("places.sqlite").path
    }

    private func expectRefusal(_ found: String, at location: SourceLocation = #_sourceLocation) throws {
        for open in [{ try SQLitePlaceStore(path: path) }, { try SQLitePlaceStore(reading: path) }] {
            let error = #expect(throws: InputError.self, sourceLocation: location) { try open().records() }
            #expect(error?.source == path, sourceLocation: location)
            #expect(error?.message == found, sourceLocation: location)
            #expect(error?.isEnvironment == false, sourceLocation: location)
        }
    }

    /// Also expects that the file is unchanged.
    private func expectUntouched(_ found: String, at location: SourceLocation = #_sourceLocation) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        try expectRefusal(found, at: location)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, sourceLocation: location)
    }

    private func makeDatabase(_ sql: String) throws {
        try SQLiteConnection(path: path).execute(sql)
    }

    private func makeStore() throws {
        var server = PlaceServer(seed: 1)
        let store = try SQLitePlaceStore(path: path)
        for _ in 0..<5 { _ = try store.apply(server.step()) }
    }

    @Test func `A text file is not a store`() throws {
        try folder.write(String(repeating: "latitude,longitude\n", count: 100), to: "places.sqlite")
        try expectUntouched("this is not a store of places: it is not an SQLite database")
    }

    @Test func `A directory is not a store`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try expectRefusal("this is not a store of places: it is a directory")
    }

    @Test func `Another program's database is not a store`() throws {
        try makeDatabase("CREATE TABLE place (id INTEGER PRIMARY KEY)")
        try expectUntouched("this is not a store of places: another program created it")
    }

    @Test func `A store of a later version is refused`() throws {
        try makeStore()
        try makeDatabase("PRAGMA user_version = 2")
        try expectUntouched("the store's format has version 2, but this version of Sextant reads version 1")
    }

    @Test func `A latitude beyond a pole is refused`() throws {
        try makeStore()
        try makeDatabase("DELETE FROM place; INSERT INTO place VALUES (17, 1, 'x', 91, 0, NULL, NULL, NULL)")
        try expectRefusal("the place with the id 17 has invalid values")
    }

    @Test func `A damaged database is refused`() throws {
        try makeStore()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // Page 2 is the root page of the table of places. Page 1 contains the schema.
        let page = 4096
        for index in page..<2 * page { bytes[index] = 0x5A }
        try bytes.write(to: URL(fileURLWithPath: path))
        try expectRefusal("the database is damaged")
    }

    @Test func `Text with quotes, line breaks and other scripts is read back unchanged`() throws {
        let name = "'; DROP TABLE place; -- \"Café\"\r\n\u{1F5FA}\u{FE0F} 東京 \u{202E}abc"
        let point = try #require(GeographicPoint(latitudeDegrees: -0.1, longitudeDegrees: 180))
        let place = PointOfInterest(name: name, point: point, altitude: 1e-300, category: "", information: name)
        let record = try #require(PlaceRecord(identifier: .max, changed: .min, place: place))
        let store = try SQLitePlaceStore(path: path)
        _ = try store.apply(PlaceDelta(additions: [record], removals: [.min]))
        #expect(try store.records() == [record])
        #expect(try store.removedIdentifiers() == [.min])
    }
}
