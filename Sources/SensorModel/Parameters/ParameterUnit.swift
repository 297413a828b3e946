/// The unit of a numeric parameter, and the units that a SPEC may write instead.
public enum ParameterUnit: Sendable, Hashable {
    /// A number without a unit.
    case none
    /// A whole number.
    case count
    /// s; also ms, us, min and h.
    case seconds
    /// Hz; also kHz.
    case hertz
    /// Degrees; also radians.
    case degrees
    /// Degrees for filters of headings and orientations; the unit of the values for filters of scalars and vectors.
    case degreesOrOwn
    /// °/s; also rad/s.
    case degreesPerSecond
    /// s/rad; also s/deg. A gain that multiplies an angular speed.
    case secondsPerRadian
    /// rad/s; also °/s.
    case radiansPerSecond
    /// m/s²; also multiples of standard gravity, g.
    case metresPerSecondSquared
    /// µT.
    case microtesla
    /// m; also mm, cm and km.
    case metres
    /// m/s; also km/h.
    case metresPerSecond
    /// rad/s/√Hz; also °/s/√Hz. The noise density of an angular velocity.
    case radiansPerSecondPerRootHertz
    /// rad/s²/√Hz; also °/s²/√Hz. The noise density of the random walk of a gyroscope's bias.
    case radiansPerSecondSquaredPerRootHertz

    /// The symbol of the unit in listings; empty for a plain number.
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

    /// The suffixes that a SPEC may write after a number, each with the factor that converts to this unit.
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
