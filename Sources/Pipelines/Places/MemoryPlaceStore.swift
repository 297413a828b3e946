public import SensorModel

/// A place store in memory.
///
/// Applying an entry of a delta takes O(1) time. Memory is proportional to the number of received identifiers.
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

    /// Returns all places by increasing identifier. O(n log n).
    public func records() -> [PlaceRecord] {
        present.sorted { $0.identifier < $1.identifier }
    }

    /// Returns the identifiers of removed places in increasing order. O(n log n).
    public func removedIdentifiers() -> [Int64] {
        states.filter { $0.value == .removed }.keys.sorted()
    }

    /// Returns the numbers of places and removals, and the values with which the next delta is requested. O(n).
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

/// The state of an identifier in a store.
///
/// States are ordered: unknown, then present, then removed. Present records are ordered by time of change, and by
/// content at equal times. An entry never moves a state backwards. The final state is therefore the maximum of all
/// received states, independent of order and repetition: a join semilattice, as in Shapiro et al. 2011,
/// doi:10.1007/978-3-642-24550-3_29.
public enum PlaceState: Sendable, Hashable {
    /// No entry was received.
    case unknown
    /// The place exists.
    case present(PlaceRecord)
    /// The place was removed permanently; identifiers are never reused.
    case removed

    /// Applies an addition or a change. Both have the same effect, so either may come first or alone.
    public mutating func update(with record: PlaceRecord) -> PlaceDeltaEffect {
        switch self {
        case .unknown:
            self = .present(record)
            return .added
        case .removed:
            return .outdated
        case .present(let known) where known.changed != record.changed:
            guard known.changed < record.changed else { return .outdated }
            self = .present(record)
            return .changed
        case .present(let known):
            let (isBelow, isAbove) = (known.isOrderedBefore(record), record.isOrderedBefore(known))
            if isBelow { self = .present(record) }
            return isBelow || isAbove ? .conflicting : .repeated
        }
    }

    /// Applies a removal.
    public mutating func remove() -> PlaceDeltaEffect {
        guard self != .removed else { return .repeated }
        self = .removed
        return .removed
    }
}

extension PlaceRecord {
    /// A total order of contents. It compares bytes, because strings with different bytes can be equal.
    fileprivate func isOrderedBefore(_ other: PlaceRecord) -> Bool {
        let (numbers, others) = (orderedNumbers, other.orderedNumbers)
        if numbers != others { return numbers.lexicographicallyPrecedes(others) }
        for (text, otherText) in zip(orderedTexts, other.orderedTexts) where !text.elementsEqual(otherText) {
            return text.lexicographicallyPrecedes(otherText)
        }
        return false
    }

    /// The numbers of the record; a missing altitude is smaller than all others.
    private var orderedNumbers: [Double] {
        [place.point.latitudeDegrees, place.point.longitudeDegrees, place.altitude ?? -.infinity]
    }

    private var orderedTexts: [[UInt8]] {
        [place.name, place.category, place.information].map { text in text.map { [1] + Array($0.utf8) } ?? [] }
    }
}

/// A store of places that is updated by deltas.
///
/// The final content depends only on the received entries, not on their order, their repetition or their division into
/// deltas; see ``PlaceState``. A delta that may have been lost or truncated can therefore be applied again.
///
/// A client that requests places above its highest identifier, as LiveGuide does (AREA 2013, section VIII.B), never
/// receives a lower identifier that was lost. A response must therefore be applied as a whole or not at all, which
/// ``apply(_:)`` does.
public protocol PlaceStore {
    /// The type of the errors that the storage throws.
    associatedtype Failure: Error

    /// Applies a delta as a whole or not at all.
    ///
    /// - Throws: An error of the storage. The store is then unchanged.
    mutating func apply(_ delta: PlaceDelta) throws(Failure) -> PlaceDeltaCounts

    /// Returns all places by increasing identifier.
    func records() throws(Failure) -> [PlaceRecord]

    /// Returns the identifiers of removed places in increasing order. They are stored so that a late addition does not
    /// restore a place.
    func removedIdentifiers() throws(Failure) -> [Int64]

    /// Returns the numbers of places and removals, and the values with which the next delta is requested.
    func summary() throws(Failure) -> PlaceStoreSummary
}

/// The size of a store, and the values with which the next delta is requested.
public struct PlaceStoreSummary: Sendable, Hashable {
    /// The number of places.
    public var places: Int
    /// The number of removed identifiers.
    public var removed: Int
    /// The highest identifier of the places; `nil` for an empty store.
    public var highestIdentifier: Int64?
    /// The latest time of change of the places; `nil` for an empty store.
    public var newestChange: Int64?

    /// Creates a summary from its parts.
    public init(places: Int, removed: Int, highestIdentifier: Int64?, newestChange: Int64?) {
        self.places = places
        self.removed = removed
        self.highestIdentifier = highestIdentifier
        self.newestChange = newestChange
    }
}
