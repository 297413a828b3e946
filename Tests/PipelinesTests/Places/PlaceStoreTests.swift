import Pipelines
import SensorModel
import TestSupport
import Testing

struct PlaceStoreTests {
    private static func record(_ identifier: Int64, at changed: Int64, _ name: String) throws -> PlaceRecord {
        let point = try #require(GeographicPoint(latitudeDegrees: 48.82, longitudeDegrees: 9.06))
        let place = PointOfInterest(name: name, point: point)
        return try #require(PlaceRecord(identifier: identifier, changed: changed, place: place))
    }

    private static func counts(_ effects: PlaceDeltaEffect...) -> PlaceDeltaCounts {
        var counts = PlaceDeltaCounts()
        for effect in effects { counts.add(effect) }
        return counts
    }

    @Test func `Additions, changes and removals update the store`() throws {
        var store = MemoryPlaceStore()
        let (town, station) = (try Self.record(1, at: 10, "town hall"), try Self.record(2, at: 10, "station"))
        let added = store.apply(PlaceDelta(additions: [town, station]))
        #expect(added == Self.counts(.added, .added))
        #expect(store.records() == [town, station])

        let moved = try Self.record(2, at: 20, "new station")
        let changed = store.apply(PlaceDelta(changes: [moved], removals: [1]))
        #expect(changed == Self.counts(.changed, .removed))
        #expect(store.records() == [moved])
        #expect(store.removedIdentifiers() == [1])
        let summary = PlaceStoreSummary(places: 1, removed: 1, highestIdentifier: 2, newestChange: 20)
        #expect(store.summary() == summary)
    }

    @Test func `Repeated and outdated entries change nothing and are counted`() throws {
        var store = MemoryPlaceStore()
        let new = try Self.record(1, at: 20, "new")
        _ = store.apply(PlaceDelta(additions: [new], removals: [7]))
        let before = store
        let counts = store.apply(
            PlaceDelta(
                additions: [new, try Self.record(1, at: 10, "old"), try Self.record(7, at: 99, "gone")],
                removals: [7]
            )
        )
        #expect(counts == Self.counts(.repeated, .outdated, .outdated, .repeated))
        #expect(store == before)
    }

    @Test func `A removal before its addition is final`() throws {
        var store = MemoryPlaceStore()
        let removed = store.apply(PlaceDelta(removals: [5]))
        let added = store.apply(PlaceDelta(additions: [try Self.record(5, at: 1, "late")]))
        #expect((removed, added) == (Self.counts(.removed), Self.counts(.outdated)))
        #expect(store.records().isEmpty)
        #expect(store.summary().highestIdentifier == nil)
    }

    /// U+00E9 and U+0065 U+0301 are equal as strings but have different bytes.
    @Test(arguments: [("bar", "café"), ("caf\u{E9}", "cafe\u{301}"), ("", "a")])
    func `The order of conflicting records does not change which one is stored`(one: String, other: String) throws {
        let deltas = try [one, other].map { PlaceDelta(changes: [try Self.record(1, at: 5, $0)]) }
        let stores = [deltas, deltas.reversed()].map { deltas in
            var store = MemoryPlaceStore()
            let counts = deltas.map { store.apply($0) }
            #expect(counts == [Self.counts(.added), Self.counts(.conflicting)])
            return store
        }
        let names = stores.map { Array($0.records()[0].place.name.utf8) }
        #expect(names[0] == names[1])
    }

    @Test func `A negative zero equals zero, so it causes no conflict`() throws {
        let names = try [0.0, -0.0].map { zero in
            let point = try #require(GeographicPoint(latitudeDegrees: zero, longitudeDegrees: zero))
            let place = PointOfInterest(name: "null island", point: point, altitude: zero)
            let kept = try #require(PlaceRecord(identifier: 1, changed: 1, place: place)).place
            return "\(kept.point.latitudeDegrees) \(kept.point.longitudeDegrees) \(kept.altitude ?? 1)"
        }
        #expect(names == ["0.0 0.0 0.0", "0.0 0.0 0.0"])
    }

    @Test func `Values that a database cannot store are rejected`() throws {
        let point = try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: 0))
        let high = PointOfInterest(name: "a", point: point, altitude: .infinity)
        let split = PointOfInterest(name: "a\0b", point: point)
        #expect(PlaceRecord(identifier: 1, changed: 1, place: high) == nil)
        #expect(PlaceRecord(identifier: 1, changed: 1, place: split) == nil)
    }
}
