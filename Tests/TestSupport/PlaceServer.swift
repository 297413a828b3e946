public import SensorModel

/// A server of places that change by chance, and what it tells its clients. It knows nothing of stores: what a store
/// has in the end is compared with what is here.
public struct PlaceServer: Sendable {
    /// What is there, by number.
    public private(set) var places: [Int64: PlaceRecord] = [:]
    public private(set) var removed: Set<Int64> = []
    private var highest: Int64 = 0
    private var clock: Int64 = 1_700_000_000
    private var generator: SeededGenerator

    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The places that are there, by number.
    public var records: [PlaceRecord] { places.values.sorted { $0.identifier < $1.identifier } }

    /// Adds, changes and removes up to as many places. What was added or changed and is gone at once may be told, too.
    public mutating func step(upTo most: Int = 3) -> PlaceDelta {
        clock += .random(in: 1...1000, using: &generator)
        var delta = PlaceDelta()
        for _ in 0..<Int.random(in: 0...most, using: &generator) {
            highest += .random(in: 1...3, using: &generator)
            delta.additions.append(set(highest))
        }
        let before = places.keys.sorted().filter { number in !delta.additions.contains { $0.identifier == number } }
        for number in before.shuffled(using: &generator).prefix(.random(in: 0...most, using: &generator)) {
            delta.changes.append(set(number))
        }
        // So many go that the server never has many more than thirty.
        let leaving = Int.random(in: 0...(places.count > 30 ? 2 * most : most / 2), using: &generator)
        for number in places.keys.sorted().shuffled(using: &generator).prefix(leaving) {
            places[number] = nil
            removed.insert(number)
            delta.removals.append(number)
        }
        return delta
    }

    /// What LiveGuide's script answers: all places with higher numbers, all that changed then or later, all that are
    /// gone.
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
