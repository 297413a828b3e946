import SensorModel

/// Numbers in stretches. Results store them as one string, with spaces between numbers and semicolons between
/// stretches.
///
/// A JSON array with a number per line would be several times as long.
public struct NumberStretches: Sendable, Hashable {
    /// The numbers of each stretch.
    public var stretches: [[Double]]

    /// Creates stretches of numbers.
    public init(_ stretches: [[Double]]) { self.stretches = stretches }

    /// The number of numbers in each stretch.
    public var counts: [Int] { stretches.map(\.count) }
}

extension NumberStretches: Codable {
    /// Decodes the string form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        stretches = try text.split(separator: ";").map { part in
            try part.split(separator: " ").map { word in
                guard let number = Double(word), number.isFinite else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(word)' is not a number")
                }
                return number
            }
        }
    }

    /// Encodes the string form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let parts = stretches.map { $0.map(Self.text).joined(separator: " ") }
        try container.encode(parts.joined(separator: ";"))
    }

    private static func text(_ number: Double) -> String {
        DecimalText.exact(number)
    }
}
