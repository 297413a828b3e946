public import SensorModel

/// A store of places that lasts as long as the value.
///
/// O(1) per entry of a delta; memory for every number that ever came.
public struct MemoryPlaceStore: PlaceStore, Sendable, Hashable {
    private var states: [Int64: PlaceState] = [:]

    public init() {}

    public mutating func apply(_ delta: PlaceDelta) -> PlaceDeltaCounts {
        var counts = PlaceDeltaCounts()
        for record in delta.additions + delta.changes {
            counts.add(states[record.identifier, default: .unknown].take(record))
        }
        for identifier in delta.removals {
            counts.add(states[identifier, default: .unknown].remove())
        }
        return counts
    }

    public func records() -> [PlaceRecord] {
        present.sorted { $0.identifier < $1.identifier }
    }

    public func removedIdentifiers() -> [Int64] {
        states.filter { $0.value == .removed }.keys.sorted()
    }

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
