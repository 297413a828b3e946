public import SensorModel

/// A place store in memory.
///
/// It needs O(1) time for each entry of a delta, and memory for every identifier that it received.
///
/// ```swift
/// var store = MemoryPlaceStore()
/// let counts = store.apply(delta)
/// let places = store.records().map(\.place)
/// ```
public struct MemoryPlaceStore: PlaceStore, Sendable, Hashable {
    private var states: [Int64: PlaceState] = [:]

    /// Creates an empty store.
    public init() {}

    /// Applies a delta. O(n) in the number of its entries.
    public mutating func apply(_ delta: PlaceDelta) -> PlaceDeltaCounts {
        var counts = PlaceDeltaCounts()
        for record in delta.additions + delta.changes {
            counts.add(states[record.identifier, default: .unknown].update(with: record))
        }
        for identifier in delta.removals {
            counts.add(states[identifier, default: .unknown].remove())
        }
        return counts
    }

    /// All places by increasing identifier. O(n log n).
    public func records() -> [PlaceRecord] {
        present.sorted { $0.identifier < $1.identifier }
    }

    /// The identifiers of removed places in increasing order. O(n log n).
    public func removedIdentifiers() -> [Int64] {
        states.filter { $0.value == .removed }.keys.sorted()
    }

    /// Counts of places and removals, and the values to request the next delta with. O(n).
    public func summary() -> PlaceStoreSummary {
        let present = present
        return PlaceStoreSummary(
            places: present.count,
            removed: states.count - present.count,
            highestIdentifier: present.map(\.identifier).max(),
            newestChange: present.map(\.changed).max()
        )
    }

    private var present: [PlaceRecord] {
        states.values.compactMap { if case .present(let record) = $0 { record } else { nil } }
    }
}
