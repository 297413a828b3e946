/// A parameter of a pipeline stage: its name, accepted values, default and effect.
public struct ParameterDescriptor: Sendable, Hashable {
    /// The kind of values that a parameter accepts.
    public enum Kind: Sendable, Hashable {
        /// A number in this unit and range.
        case number(ParameterUnit, ParameterRange)
        /// One of these words.
        case choice([String])
        /// A boolean: the word `true` or `false`.
        case flag

        /// The accepted values, as listings show them: "more than 0 s", "full or halved".
        package var text: String {
            switch self {
            case .number(let unit, let range):
                unit.symbol.isEmpty ? range.words : "\(range.words) \(unit.symbol)"
            case .choice(let words): words.joined(separator: " or ")
            case .flag: "true or false"
            }
        }
    }

    /// The name of the parameter in a SPEC. A SPEC is the text of a pipeline.
    public let name: String
    /// The kind of values that the parameter accepts.
    public let kind: Kind
    /// The default value, used if a SPEC does not set the parameter; `nil` if the parameter has no default.
    public let defaultValue: ParameterValue?
    /// The meaning of the parameter and the effect of a larger value, in one sentence.
    public let summary: String

    /// The descriptor of a parameter that accepts a number.
    public static func number(
        _ name: String,
        _ unit: ParameterUnit = .none,
        in range: ParameterRange,
        default defaultValue: Double?,
        _ summary: String
    ) -> ParameterDescriptor {
        ParameterDescriptor(
            name: name,
            kind: .number(unit, range),
            defaultValue: defaultValue.map(ParameterValue.number),
            summary: summary
        )
    }

    /// The descriptor of a parameter that accepts one of several words.
    public static func choice(
        _ name: String,
        of words: [String],
        default defaultValue: String?,
        _ summary: String
    ) -> ParameterDescriptor {
        ParameterDescriptor(
            name: name,
            kind: .choice(words),
            defaultValue: defaultValue.map(ParameterValue.word),
            summary: summary
        )
    }

    /// The descriptor of a boolean parameter.
    package static func flag(_ name: String, default defaultValue: Bool, _ summary: String) -> ParameterDescriptor {
        ParameterDescriptor(name: name, kind: .flag, defaultValue: .word("\(defaultValue)"), summary: summary)
    }

    /// The descriptor of `maximumGap`, the longest gap between two samples that does not restart a filter or an
    /// estimator. Every filter and estimator with memory has this parameter.
    public static let maximumGap = number(
        "maximumGap",
        .seconds,
        in: .aboveZero,
        default: 1,
        "A longer gap between two samples restarts the filter."
    )
}

extension ParameterDescriptor {
    /// Parses a text such as `0.05`, `5deg/s`, `30Hz`, `halved` or `true`. Numbers are converted to the parameter's
    /// unit.
    ///
    /// - Throws: ``InputError`` if the text is malformed, has an unsupported unit or is out of range.
    public func parse(_ text: String) throws(InputError) -> ParameterValue {
        switch kind {
        case .number(let unit, let range): .number(try number(text, unit, range))
        case .choice(let words): try word(text, among: words)
        case .flag: try word(text, among: ["true", "false"])
        }
    }

    /// Words of earlier versions, each with its current name. The old words are accepted until version 1.0.
    private static let renamedWords = ["collectedAnew": "discarded"]

    private func word(_ given: String, among names: [String]) throws(InputError) -> ParameterValue {
        let text = names.contains(given) ? given : Self.renamedWords[given] ?? given
        guard names.contains(text) else {
            throw InputError(message: "\(name)=\(given) must be one of \(names.joined(separator: ", "))")
        }
        return .word(text)
    }

    private func number(_ text: String, _ unit: ParameterUnit, _ range: ParameterRange) throws(InputError) -> Double {
        guard let value = Self.value(of: text, in: unit) else {
            let units = unit.suffixes.map(\.suffix).joined(separator: ", ")
            throw InputError(
                message: "\(name)=\(text) must be a \(unit == .count ? "whole number" : "number")",
                advice: units.isEmpty
                    ? "write the number without a unit" : "a unit may follow the number directly: \(units)"
            )
        }
        guard range.contains(value), unit != .count || value == value.rounded() else {
            let expectation = (unit == .count ? "a whole number " : "") + range.words
            throw InputError(message: "\(name)=\(text) must be \(expectation)")
        }
        return value
    }

    private static func value(of text: String, in unit: ParameterUnit) -> Double? {
        if let plain = Double(text) { return plain }
        for (suffix, factor) in unit.suffixes where text.hasSuffix(suffix) {
            if let number = Double(text.dropLast(suffix.count)) { return number * factor }
        }
        return nil
    }
}

/// The unit of a numeric parameter, and the other units that a SPEC may use.
public enum ParameterUnit: Sendable, Hashable {
    /// A number without a unit.
    case none
    /// A whole number.
    case count
    /// Seconds; also ms, us, min and h.
    case seconds
    /// Hertz; also kHz.
    case hertz
    /// Degrees; also radians.
    case degrees
    /// Degrees for filters of headings and orientations, and the unit of the filtered values for filters of scalars and
    /// vectors.
    case degreesOrOwn
    /// Degrees per second. A value can also be written in rad/s.
    case degreesPerSecond
    /// Seconds per radian, for a gain that multiplies an angular speed; also s/deg.
    case secondsPerRadian
    /// Radians per second. A SPEC may also use °/s.
    case radiansPerSecond
    /// Metres per second squared. Text may also be in multiples of g, the standard gravity.
    case metresPerSecondSquared
    /// Microtesla.
    case microtesla
    /// Metres; also mm, cm and km.
    case metres
    /// Metres per second. A SPEC may also use km/h.
    case metresPerSecond
    /// The noise density of an angular velocity, in rad/s/√Hz; also °/s/√Hz.
    case radiansPerSecondPerRootHertz
    /// The noise density of the random walk of a gyroscope's bias, in rad/s²/√Hz; also °/s²/√Hz.
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

    /// The suffixes that may follow a number in a SPEC (the text of a pipeline). Each suffix has a factor that converts
    /// the number to the parameter's unit.
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

/// The value of a parameter: a number in the parameter's unit, or a word.
///
/// A boolean is the word `true` or `false`.
public enum ParameterValue: Sendable, Hashable {
    /// A number in the parameter's unit.
    case number(Double)
    /// A word that the parameter accepts.
    case word(String)
}

extension ParameterValue: Codable {
    /// Decodes a number or a string.
    ///
    /// - Throws: `DecodingError` for any other value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .word(try container.decode(String.self))
        }
    }

    /// Encodes a number or a string.
    ///
    /// - Throws: `EncodingError` if the encoder rejects the value, for example an infinite number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .word(let word): try container.encode(word)
        }
    }
}
