public import SensorModel

/// A place store in memory.
///
/// Applying an entry of a delta takes O(1) time. Memory is proportional to the number of identifiers received so far.
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

    /// Applies all entries of a delta. O(n) for n entries.
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

    /// Returns all places in increasing order of their identifiers. O(n log n).
    public func records() -> [PlaceRecord] {
        present.sorted { $0.identifier < $1.identifier }
    }

    /// Returns the identifiers of removed places in increasing order. O(n log n).
    public func removedIdentifiers() -> [Int64] {
        states.filter { $0.value == .removed }.keys.sorted()
    }

    /// Returns the numbers of places and removals, and the values needed to request the next delta. O(n).
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

/// The numbers of a delta's entries, grouped by their effect on the store. Their sum is the number of entries.
public struct PlaceDeltaCounts: Sendable, Hashable {
    private var counts: [PlaceDeltaEffect: Int] = [:]

    /// Creates counts that are all 0.
    public init() {}

    /// The number of entries that had this effect.
    public subscript(effect: PlaceDeltaEffect) -> Int { counts[effect, default: 0] }

    /// The total number of the delta's entries, summed over all effects.
    public var total: Int { counts.values.reduce(0, +) }

    /// Adds an entry with this effect to the counts.
    public mutating func add(_ effect: PlaceDeltaEffect) { counts[effect, default: 0] += 1 }

    /// Adds the counts of another delta, effect by effect.
    public static func += (left: inout PlaceDeltaCounts, right: PlaceDeltaCounts) {
        left.counts.merge(right.counts, uniquingKeysWith: +)
    }
}

/// The effect that one entry of a delta has on the store.
public enum PlaceDeltaEffect: String, Sendable, Hashable, CaseIterable {
    /// The place was not in the store.
    case added
    /// The place was in the store with an older record.
    case changed
    /// The place is permanently removed. The store may never have contained the place.
    case removed
    /// The store already had the same record.
    case repeated
    /// The entry changed nothing, because the store had a newer record of the place, or the place was permanently
    /// removed.
    case outdated
    /// The store had a different record with the same time of change, which is an error of the server. The store keeps
    /// the record whose content is greater, so that the result does not depend on the order of the entries.
    case conflicting
}

/// The state of an identifier in a store.
///
/// States are ordered: unknown, then present, then removed. Present records are ordered by time of change, and by
/// content if the times are equal. An entry never replaces a state with a smaller one. The final state is therefore the
/// maximum of all received states, independent of order and repetition: a join semilattice, as in Shapiro et al. 2011,
/// doi:10.1007/978-3-642-24550-3_29.
public enum PlaceState: Sendable, Hashable {
    /// No entry with this identifier was received.
    case unknown
    /// The place exists.
    case present(PlaceRecord)
    /// The place was removed permanently; identifiers are never reused.
    case removed

    /// Applies a record of an added or a changed place. Additions and changes are handled in the same way. A change is
    /// therefore also accepted if the addition arrives later or never.
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
    /// Returns `true` if the record precedes another in a total order of contents. The method compares bytes, because
    /// Swift treats some strings with different bytes as equal.
    fileprivate func isOrderedBefore(_ other: PlaceRecord) -> Bool {
        let (numbers, others) = (orderedNumbers, other.orderedNumbers)
        if numbers != others { return numbers.lexicographicallyPrecedes(others) }
        for (text, otherText) in zip(orderedTexts, other.orderedTexts) where !text.elementsEqual(otherText) {
            return text.lexicographicallyPrecedes(otherText)
        }
        return false
    }

    /// The latitude, longitude and altitude. A missing altitude is ordered before all other altitudes.
    private var orderedNumbers: [Double] {
        [place.point.latitudeDegrees, place.point.longitudeDegrees, place.altitude ?? -.infinity]
    }

    private var orderedTexts: [[UInt8]] {
        [place.name, place.category, place.information].map { text in text.map { [1] + Array($0.utf8) } ?? [] }
    }
}

/// A store of places that is updated by deltas.
///
/// The final content depends only on the set of received entries, not on their order, repetition or division into
/// deltas; see ``PlaceState``. A delta that may have been lost or truncated can therefore be applied again.
///
/// LiveGuide's client requests only places whose identifiers exceed the highest identifier in its store (AREA 2013,
/// section VIII.B). If the client applied only part of a response, it would never receive the missing lower
/// identifiers. ``apply(_:)`` therefore applies all entries or none.
public protocol PlaceStore {
    /// The type of error that the storage throws.
    associatedtype Failure: Error

    /// Applies all entries of a delta, or none if an error is thrown.
    ///
    /// - Throws: An error of the storage.
    mutating func apply(_ delta: PlaceDelta) throws(Failure) -> PlaceDeltaCounts

    /// Returns all places in increasing order of their identifiers.
    func records() throws(Failure) -> [PlaceRecord]

    /// Returns the identifiers of removed places in increasing order. The store keeps these identifiers, so that a late
    /// addition does not restore a removed place.
    func removedIdentifiers() throws(Failure) -> [Int64]

    /// Returns the numbers of places and removals, and the values needed to request the next delta.
    func summary() throws(Failure) -> PlaceStoreSummary
}

/// The size of a place store, and the values needed to request the next delta.
public struct PlaceStoreSummary: Sendable, Hashable {
    /// The number of places.
    public var places: Int
    /// The number of removed identifiers.
    public var removed: Int
    /// The highest identifier of a place in the store; `nil` for an empty store.
    public var highestIdentifier: Int64?
    /// The latest time of change of a place in the store; `nil` for an empty store.
    public var newestChange: Int64?

    /// Creates a summary from its parts.
    public init(places: Int, removed: Int, highestIdentifier: Int64?, newestChange: Int64?) {
        self.places = places
        self.removed = removed
        self.highestIdentifier = highestIdentifier
        self.newestChange = newestChange
    }
}
