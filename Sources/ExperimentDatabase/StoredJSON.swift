import Foundation

/// Values as they stand in a store: JSON with its keys in order, so that the same value is the same text. Numbers that
/// JSON does not know are words.
enum StoredJSON {
    private static let words = (infinity: "Infinity", minusInfinity: "-Infinity", notANumber: "NaN")

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type = Value.self, of text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: words.infinity,
            negativeInfinity: words.minusInfinity,
            nan: words.notANumber
        )
        return try decoder.decode(type, from: Data(text.utf8))
    }
}
