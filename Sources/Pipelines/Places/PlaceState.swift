public import SensorModel

/// The state of an identifier in a store.
///
/// An entry only moves a state upwards in one order: unknown, then present by time of change (by content for equal
/// times), then removed. The final state is therefore the maximum of all received states, independent of order and
/// repetition: a join semilattice, as in Shapiro et al. 2011, doi:10.1007/978-3-642-24550-3_29.
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

    /// The numbers of the record; a missing one is smaller than all others.
    private var orderedNumbers: [Double] {
        [place.point.latitudeDegrees, place.point.longitudeDegrees, place.altitude ?? -.infinity]
    }

    private var orderedTexts: [[UInt8]] {
        [place.name, place.category, place.information].map { text in text.map { [1] + Array($0.utf8) } ?? [] }
    }
}
