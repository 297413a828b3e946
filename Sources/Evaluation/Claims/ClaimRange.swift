/// The values for which a claim holds; a missing bound is open.
public struct ClaimRange: Sendable, Hashable {
    public var lower: Double?
    public var upper: Double?

    /// Whether all values of an interval are in the range, or none, or some.
    enum Cover {
        case all
        case none
        case some
    }

    /// How much of the closed interval from `first` to `last` the range covers.
    func cover(_ first: Double, _ last: Double) -> Cover {
        if contains(first), contains(last) { return .all }
        let isBelow = lower.map { last < $0 } ?? false
        let isAbove = upper.map { first > $0 } ?? false
        return isBelow || isAbove ? .none : .some
    }

    private func contains(_ value: Double) -> Bool {
        value >= lower ?? -.infinity && value <= upper ?? .infinity
    }
}
