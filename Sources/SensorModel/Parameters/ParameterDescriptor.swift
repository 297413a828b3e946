/// A parameter of a SPEC stage: its name, what it accepts, its default and its effect.
public struct ParameterDescriptor: Sendable, Hashable {
    /// What a parameter accepts.
    public enum Kind: Sendable, Hashable {
        /// A number in this unit and range.
        case number(ParameterUnit, ParameterRange)
        /// One of these words.
        case choice([String])
        /// A boolean: the word `true` or `false`.
        case flag

        /// What the parameter accepts, for listings: "more than 0 s", "full or halved".
        package var text: String {
            switch self {
            case .number(let unit, let range):
                unit.symbol.isEmpty ? range.words : "\(range.words) \(unit.symbol)"
            case .choice(let words): words.joined(separator: " or ")
            case .flag: "true or false"
            }
        }
    }

    /// The name in a SPEC.
    public let name: String
    /// What the parameter accepts.
    public let kind: Kind
    /// The value of a parameter that a SPEC does not set; nil if an unset parameter means something that no value
    /// expresses.
    public let defaultValue: ParameterValue?
    /// One sentence: the meaning of the parameter, and the effect of a larger value.
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

    /// The descriptor of a parameter that accepts one of some words.
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

    /// The descriptor of the longest gap in a stream that does not restart a filter or an estimator. Everything with a
    /// memory has this parameter.
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
    /// - Throws: ``ParameterError`` if the text is malformed, has a unit of another kind or is out of range.
    public func parse(_ text: String) throws(ParameterError) -> ParameterValue {
        switch kind {
        case .number(let unit, let range): .number(try number(text, unit, range))
        case .choice(let words): try word(text, among: words)
        case .flag: try word(text, among: ["true", "false"])
        }
    }

    private func word(_ text: String, among words: [String]) throws(ParameterError) -> ParameterValue {
        guard words.contains(text) else {
            throw ParameterError(
                found: "\(name)=\(text)",
                expected: "one of \(words.joined(separator: ", "))",
                remedy: "change the value"
            )
        }
        return .word(text)
    }

    private func number(_ text: String, _ unit: ParameterUnit, _ range: ParameterRange) throws(ParameterError) -> Double
    {
        guard let value = Self.value(of: text, in: unit) else {
            let units = unit.suffixes.map(\.suffix).joined(separator: ", ")
            throw ParameterError(
                found: "\(name)=\(text)",
                expected: unit == .count ? "a whole number" : "a number",
                remedy: units.isEmpty ? "write it without a unit" : "a unit may follow it directly: \(units)"
            )
        }
        guard range.contains(value), unit != .count || value == value.rounded() else {
            throw ParameterError(
                found: "\(name)=\(text)",
                expected: (unit == .count ? "a whole number " : "a value ") + range.words,
                remedy: "change the value"
            )
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
