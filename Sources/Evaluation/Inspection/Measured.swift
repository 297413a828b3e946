/// A figure, or why there is none.
public enum Measured: Sendable, Hashable {
    case value(Double)
    case unknown(String)

    /// The figure; nil where there is none.
    public var value: Double? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Measured: Encodable {
    private enum Key: String, CodingKey {
        case value
        case reason
    }

    /// `{"value": 0.1}`, or `{"value": null, "reason": "…"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .value(let value) where value.isFinite: try container.encode(value, forKey: .value)
        case .value:
            try container.encodeNil(forKey: .value)
            try container.encode("the result is not a finite number", forKey: .reason)
        case .unknown(let reason):
            try container.encodeNil(forKey: .value)
            try container.encode(reason, forKey: .reason)
        }
    }
}
