public import SensorModel

/// What a store knows about one number.
///
/// Taking entries in only ever moves a state upwards in one order: unknown, then present by moment of change (by
/// content where the moments are equal), then removed. So the state in the end is the highest of all that came,
/// whatever the order and however often: a join semilattice, as in Shapiro et al. 2011,
/// doi:10.1007/978-3-642-24550-3_29.
public enum PlaceState: Sendable, Hashable {
    case unknown
    case present(PlaceRecord)
    /// For good: numbers are never given again.
    case removed

    /// Takes an addition or a change, which do the same: either may come first, or alone.
    public mutating func take(_ record: PlaceRecord) -> PlaceDeltaEffect {
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

    /// Takes a removal.
    public mutating func remove() -> PlaceDeltaEffect {
        guard self != .removed else { return .repeated }
        self = .removed
        return .removed
    }
}

extension PlaceRecord {
    /// Any total order of contents will do. By bytes, because texts that differ in their bytes can be equal as strings.
    fileprivate func isOrderedBefore(_ other: PlaceRecord) -> Bool {
        let (numbers, others) = (orderedNumbers, other.orderedNumbers)
        if numbers != others { return numbers.lexicographicallyPrecedes(others) }
        for (text, otherText) in zip(orderedTexts, other.orderedTexts) where !text.elementsEqual(otherText) {
            return text.lexicographicallyPrecedes(otherText)
        }
        return false
    }

    /// One that is missing is below all others.
    private var orderedNumbers: [Double] {
        [place.point.latitudeDegrees, place.point.longitudeDegrees, place.altitude ?? -.infinity]
    }

    private var orderedTexts: [[UInt8]] {
        [place.name, place.category, place.information].map { text in text.map { [1] + Array($0.utf8) } ?? [] }
    }
}
