/// The unit in which a parameter's plain number is read and reported, and the units that a value may carry instead.
public enum ParameterUnit: Sendable, Hashable {
    /// A number without a unit.
    case none
    /// A whole number, from where its range begins.
    case count
    case seconds
    case hertz
    /// An angle; for a filter that works on other values too, the unit of the value.
    case degrees
    case degreesPerSecond
    /// A rate that is applied per radian.
    case secondsPerRadian

    /// The unit as it is written in listings; empty for a plain number.
    public var symbol: String {
        switch self {
        case .none, .count: ""
        case .seconds: "s"
        case .hertz: "Hz"
        case .degrees: "deg"
        case .degreesPerSecond: "deg/s"
        case .secondsPerRadian: "s/rad"
        }
    }

    /// The suffixes that a value may carry, each with the factor that brings it to this unit.
    public var suffixes: [(suffix: String, factor: Double)] {
        switch self {
        case .none, .count: []
        case .seconds: [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("min", 60)]
        case .hertz: [("Hz", 1), ("kHz", 1e3)]
        case .degrees: [("deg", 1), ("°", 1), ("rad", 180 / Double.pi)]
        case .degreesPerSecond: [("deg/s", 1), ("°/s", 1), ("rad/s", 180 / Double.pi)]
        case .secondsPerRadian: [("s/rad", 1), ("s/deg", 180 / Double.pi)]
        }
    }
}
