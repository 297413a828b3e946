/// By how much a number may differ when a table is made again, on another machine or by another version.
public enum TableTolerance: Sendable, Hashable {
    /// In the number's own unit.
    case absolute(Double)
    /// As a share of the number: 0.01 is one per cent.
    case relative(Double)

    /// How far from a value another may lie.
    public func limit(at value: Double) -> Double {
        switch self {
        case .absolute(let limit): limit
        case .relative(let share): share * value.magnitude
        }
    }
}
