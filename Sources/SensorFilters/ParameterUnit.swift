/// The unit in which a parameter's plain number is read and reported, and the units that a value may carry instead.
public enum ParameterUnit: Sendable, Hashable {
    /// A number without a unit.
    case none
    /// A whole number, at least 1.
    case count
    case seconds
    case hertz
    case degrees
    case degreesPerSecond
    case metresPerSecondSquared
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
        case .metresPerSecondSquared: "m/s^2"
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
        case .metresPerSecondSquared: [("m/s^2", 1), ("m/s²", 1), ("mm/s^2", 1e-3)]
        case .secondsPerRadian: [("s/rad", 1), ("s/deg", 180 / Double.pi)]
        }
    }
}
