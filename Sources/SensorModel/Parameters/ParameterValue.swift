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
