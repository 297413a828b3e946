/// A parameter as a SPEC may give it: its name, unit, range, default and meaning.
public struct ParameterDescriptor: Sendable, Hashable {
    /// What the parameter accepts.
    public enum Kind: Sendable, Hashable {
        case number(ParameterUnit, ParameterRange)
        case choice([String])
    }

    public let name: String
    public let kind: Kind
    /// Nil where leaving the parameter out means something else than any value of it.
    public let defaultValue: ParameterValue?
    /// One sentence: what it is, and what a larger value does.
    public let summary: String

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

    /// A gap in the stream longer than this makes the filter or estimator start anew. Everything that has a memory has
    /// it.
    public static let maximumGap = number(
        "maximumGap",
        .seconds,
        in: .aboveZero,
        default: 1,
        "A gap longer than this starts the filter anew."
    )
}
