import Foundation
import Pipelines
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

/// The store in a file behaves like the store in memory.
struct SQLitePlaceStoreTests {
    /// The number of random schedules. `SEXTANT_STORE_SCHEDULES` sets more for a long test.
    private static let schedules =
        ProcessInfo.processInfo.environment["SEXTANT_STORE_SCHEDULES"].flatMap { Int($0) } ?? 200

    @Test func `Lost, repeated, reordered and interrupted deltas have the same effect as in memory`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 7101)
        for schedule in 1...Self.schedules {
            var server = PlaceServer(seed: UInt64(schedule))
            let deltas = (0..<4).map { _ in server.step() }
            let path = folder.url.appendingPathComponent("\(schedule).sqlite").path
            var memory = MemoryPlaceStore()
            var store = try SQLitePlaceStore(path: path)
            for delta in DeltaSchedule(of: deltas, using: &generator).deliveries {
                if Int.random(in: 0..<4, using: &generator) == 0 { store = try SQLitePlaceStore(path: path) }
                let counts = try store.apply(delta)
                let expected = memory.apply(delta)
                #expect(counts == expected, "schedule \(schedule)")
            }
            #expect(try store.records() == server.records, "schedule \(schedule)")
            #expect(try store.removedIdentifiers() == server.removed.sorted(), "schedule \(schedule)")
            #expect(try store.summary() == memory.summary(), "schedule \(schedule)")
            let places = try SQLitePlaceStore.places(ofFile: path)
            #expect(places == server.records.map(\.place), "schedule \(schedule)")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func `The order of conflicting records does not change which one is stored`() throws {
        let folder = try TemporaryFolder()
        let point = try #require(GeographicPoint(latitudeDegrees: 1, longitudeDegrees: 2))
        let records = try ["caf\u{E9}", "cafe\u{301}"].map {
            try #require(PlaceRecord(identifier: 1, changed: 1, place: PointOfInterest(name: $0, point: point)))
        }
        let names = try [records, records.reversed()].enumerated().map { number, records in
            let store = try SQLitePlaceStore(path: folder.url.appendingPathComponent("\(number).sqlite").path)
            let counts = try store.apply(PlaceDelta(additions: records))
            #expect(counts[.added] == 1 && counts[.conflicting] == 1)
            return try store.records().map { Array($0.place.name.utf8) }
        }
        #expect(names[0] == names[1])
    }

    @Test func `A closed store is one file, and two open connections see each other's deltas`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("places.sqlite").path
        var server = PlaceServer(seed: 9)
        while server.records.isEmpty { _ = server.step() }
        do {
            let (first, second) = (try SQLitePlaceStore(path: path), try SQLitePlaceStore(path: path))
            _ = try first.apply(server.answer(above: nil, changedSince: nil))
            #expect(try second.records() == server.records)
            let reading = try SQLitePlaceStore(reading: path)
            _ = server.step()
            _ = try second.apply(server.answer(above: nil, changedSince: nil))
            #expect(try reading.records() == server.records)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["places.sqlite"])
        #expect(StoreFile.isDatabase(path))
    }

    @Test func `Opening a missing store for reading creates no file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("none.sqlite").path
        let error = #expect(throws: InputError.self) { try SQLitePlaceStore(reading: path) }
        #expect(error?.description.hasPrefix("\(path): this is not a store of places: it does not exist; ") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        #expect(!StoreFile.isDatabase(path))
    }
}
