/// The unit in which a parameter's plain number is read and reported, and the units that a value may carry instead.
public enum ParameterUnit: Sendable, Hashable {
    /// A number without a unit.
    case none
    /// A whole number, from where its range begins.
    case count
    case seconds
    case hertz
    case degrees
    /// An angle where a filter works on headings or orientations; the values' own unit where it works on others.
    case degreesOrOwn
    case degreesPerSecond
    /// A rate that is applied per radian.
    case secondsPerRadian
    case radiansPerSecond
    case metresPerSecondSquared
    case microtesla
    case metres
    case metresPerSecond
    /// Density of an angular velocity's white noise.
    case radiansPerSecondPerRootHertz
    /// Density of the white noise that a gyroscope's bias sums up.
    case radiansPerSecondSquaredPerRootHertz

    /// The unit as it is written in listings; empty for a plain number.
    public var symbol: String {
        switch self {
        case .none, .count: ""
        case .seconds: "s"
        case .hertz: "Hz"
        case .degrees, .degreesOrOwn: "deg"
        case .degreesPerSecond: "deg/s"
        case .secondsPerRadian: "s/rad"
        case .radiansPerSecond: "rad/s"
        case .metresPerSecondSquared: "m/s2"
        case .microtesla: "uT"
        case .metres: "m"
        case .metresPerSecond: "m/s"
        case .radiansPerSecondPerRootHertz: "rad/s/rtHz"
        case .radiansPerSecondSquaredPerRootHertz: "rad/s2/rtHz"
        }
    }

    /// The suffixes that a value may carry, each with the factor that brings it to this unit.
    public var suffixes: [(suffix: String, factor: Double)] {
        switch self {
        case .none, .count: []
        case .seconds: [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("min", 60), ("h", 3600)]
        case .hertz: [("Hz", 1), ("kHz", 1e3)]
        case .degrees, .degreesOrOwn: [("deg", 1), ("°", 1), ("rad", 180 / Double.pi)]
        case .degreesPerSecond: [("deg/s", 1), ("°/s", 1), ("rad/s", 180 / Double.pi)]
        case .secondsPerRadian: [("s/rad", 1), ("s/deg", 180 / Double.pi)]
        case .radiansPerSecond: [("rad/s", 1), ("deg/s", Double.pi / 180), ("°/s", Double.pi / 180)]
        case .metresPerSecondSquared: [("m/s2", 1), ("m/s^2", 1), ("m/s²", 1), ("g", Gravity.standard)]
        case .microtesla: [("uT", 1), ("µT", 1)]
        case .metres: [("m", 1), ("mm", 1e-3), ("cm", 1e-2), ("km", 1e3)]
        case .metresPerSecond: [("m/s", 1), ("km/h", 1 / 3.6)]
        case .radiansPerSecondPerRootHertz: [("rad/s/rtHz", 1), ("deg/s/rtHz", Double.pi / 180)]
        case .radiansPerSecondSquaredPerRootHertz: [("rad/s2/rtHz", 1), ("deg/s2/rtHz", Double.pi / 180)]
        }
    }
}
