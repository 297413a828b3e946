/// The number of a delta's entries by their effect on a store. The sum is the number of entries.
public struct PlaceDeltaCounts: Sendable, Hashable {
    private var counts: [PlaceDeltaEffect: Int] = [:]

    /// Creates counts of zero.
    public init() {}

    /// The number of entries with an effect.
    public subscript(effect: PlaceDeltaEffect) -> Int { counts[effect, default: 0] }

    /// The number of all entries.
    public var total: Int { counts.values.reduce(0, +) }

    /// Counts an entry with this effect.
    public mutating func add(_ effect: PlaceDeltaEffect) { counts[effect, default: 0] += 1 }

    /// Adds the counts of another delta.
    public static func += (left: inout PlaceDeltaCounts, right: PlaceDeltaCounts) {
        left.counts.merge(right.counts, uniquingKeysWith: +)
    }
}

/// The effect of a delta's entry on a store.
public enum PlaceDeltaEffect: String, Sendable, Hashable, CaseIterable {
    /// The place was not in the store.
    case added
    /// The place was in the store with an older record.
    case changed
    /// The place was in the store or unknown, and is now removed permanently.
    case removed
    /// The store already had the same record.
    case repeated
    /// The store had a newer record, or the place was removed.
    case outdated
    /// The store had a different record with the same time of change, which is an error of the server. The store
    /// selects one of them independently of their order.
    case conflicting
}
