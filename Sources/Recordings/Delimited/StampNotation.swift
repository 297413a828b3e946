/// How a moment is written.
public enum StampNotation: Sendable, Hashable {
    /// A decimal number of so many nanoseconds each.
    case number(nanoseconds: Int64)
    /// `2021-07-29 12:52:25.123`, with T or a space, and with or without a zone; without, it is UTC. Milliseconds may
    /// stand behind a colon.
    case dateTime
    /// `12:52:25:123`, since midnight; or a number of seconds.
    case clock

    /// Of the unit, where the moment is a number.
    var nanoseconds: Double? {
        switch self {
        case .number(let unit): Double(unit)
        case .clock: 1e9
        case .dateTime: nil
        }
    }
}
