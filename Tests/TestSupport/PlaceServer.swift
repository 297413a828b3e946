public import SensorModel

/// A simulated server whose places change at random, and the deltas that it sends. It does not use a store, so that
/// tests compare stores with it.
public struct PlaceServer: Sendable {
    /// The current places by identifier.
    public private(set) var places: [Int64: PlaceRecord] = [:]
    /// The identifiers of removed places.
    public private(set) var removed: Set<Int64> = []
    private var highest: Int64 = 0
    private var clock: Int64 = 1_700_000_000
    private var generator: SeededGenerator

    /// Creates a server without places.
    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The current places by increasing identifier.
    public var records: [PlaceRecord] { places.values.sorted { $0.identifier < $1.identifier } }

    /// Adds, changes and removes up to `maximum` places each. The delta may add or change a place that it also removes.
    public mutating func step(upTo maximum: Int = 3) -> PlaceDelta {
        clock += .random(in: 1...1000, using: &generator)
        var delta = PlaceDelta()
        for _ in 0..<Int.random(in: 0...maximum, using: &generator) {
            highest += .random(in: 1...3, using: &generator)
            delta.additions.append(set(highest))
        }
        let before = places.keys.sorted().filter { number in !delta.additions.contains { $0.identifier == number } }
        for number in before.shuffled(using: &generator).prefix(.random(in: 0...maximum, using: &generator)) {
            delta.changes.append(set(number))
        }
        // Limits the server to about thirty places.
        let leaving = Int.random(in: 0...(places.count > 30 ? 2 * maximum : maximum / 2), using: &generator)
        for number in places.keys.sorted().shuffled(using: &generator).prefix(leaving) {
            places[number] = nil
            removed.insert(number)
            delta.removals.append(number)
        }
        return delta
    }

    /// The answer of LiveGuide's script: all places with a higher identifier, all that changed at or after a moment,
    /// and all removals.
    public func answer(above number: Int64?, changedSince moment: Int64?) -> PlaceDelta {
        let isNew = { (record: PlaceRecord) in record.identifier > number ?? .min }
        return PlaceDelta(
            additions: records.filter(isNew),
            changes: records.filter { !isNew($0) && $0.changed >= moment ?? .min },
            removals: removed.sorted()
        )
    }

    private mutating func set(_ number: Int64) -> PlaceRecord {
        let kinds = ["Rathaus", "Bahnhof", "Café „Grün“", "Park, Süd", "\"Schloss\"", "Ärztehaus 1\n2. Stock"]
        let point = GeographicPoint(
            latitudeDegrees: generator.number(in: 48.80...48.86),
            longitudeDegrees: generator.number(in: 9.02...9.12)
        )
        let place = PointOfInterest(
            name: kinds[Int.random(in: 0..<kinds.count, using: &generator)],
            point: point!,
            altitude: Bool.random(using: &generator) ? generator.number(in: 280...360) : nil,
            category: Bool.random(using: &generator) ? "category \(number % 15)" : nil,
            information: Bool.random(using: &generator) ? "as of \(clock)" : nil
        )
        let record = PlaceRecord(identifier: number, changed: clock, place: place)!
        places[number] = record
        return record
    }
}
