public import SensorModel

/// Deltas as an unreliable connection delivers them: repeated, out of order, or truncated. Each arrives complete at
/// least once.
public struct DeltaSchedule: Sendable {
    /// The deltas in the order of their arrival.
    public let deliveries: [PlaceDelta]

    /// Draws a schedule from a seeded generator.
    public init(of deltas: [PlaceDelta], using generator: inout SeededGenerator) {
        var arriving: [(number: Int, isWhole: Bool)] = []
        for number in deltas.indices {
            for _ in 0..<Int.random(in: 0...2, using: &generator) { arriving.append((number, true)) }
            if Bool.random(using: &generator) { arriving.append((number, false)) }
        }
        arriving.shuffle(using: &generator)
        let arrived = Set(arriving.filter(\.isWhole).map(\.number))
        arriving += deltas.indices.filter { !arrived.contains($0) }.shuffled(using: &generator).map { ($0, true) }
        deliveries = arriving.map { number, isWhole in
            let delta = deltas[number]
            return isWhole ? delta : delta.prefix(.random(in: 0...delta.count, using: &generator))
        }
    }
}

extension PlaceDelta {
    /// The first `count` entries of a delta.
    public func prefix(_ count: Int) -> PlaceDelta {
        let left = max(0, count - additions.count)
        return PlaceDelta(
            additions: Array(additions.prefix(count)),
            changes: Array(changes.prefix(left)),
            removals: Array(removals.prefix(max(0, left - changes.count)))
        )
    }
}
