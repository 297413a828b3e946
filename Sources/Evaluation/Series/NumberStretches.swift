import SensorModel

/// Numbers in stretches, which results hold as one text: blanks between numbers, a semicolon between stretches.
///
/// A number per line, as JSON would be laid out, would make the file several times as long.
public struct NumberStretches: Sendable, Hashable {
    public var stretches: [[Double]]

    public init(_ stretches: [[Double]]) { self.stretches = stretches }

    /// How many numbers each stretch has.
    public var counts: [Int] { stretches.map(\.count) }
}

extension NumberStretches: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        stretches = try text.split(separator: ";").map { part in
            try part.split(separator: " ").map { word in
                guard let number = Double(word), number.isFinite else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(word)' is no number")
                }
                return number
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let parts = stretches.map { $0.map(Self.text).joined(separator: " ") }
        try container.encode(parts.joined(separator: ";"))
    }

    private static func text(_ number: Double) -> String {
        DecimalText.exact(number)
    }
}
