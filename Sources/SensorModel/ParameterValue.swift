/// A parameter's value: a number in the parameter's own unit, or one of the words it knows.
public enum ParameterValue: Sendable, Hashable {
    case number(Double)
    case word(String)
}

extension ParameterValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .word(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .word(let word): try container.encode(word)
        }
    }
}
