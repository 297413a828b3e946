import Foundation
import SensorModel

/// JSON for other programs, with sorted keys and a final line end.
///
/// Numbers that are not finite become null. The object then contains a note under the key `not_finite`.
package enum TidyJSON {
    /// The string that the encoder writes for a number that is not finite. Afterwards, each such string is replaced
    /// with null.
    private static let mark = "\u{1}not finite\u{1}"
    private static let markInJSON = Data("\"\\u0001not finite\\u0001\"".utf8)

    /// The value as JSON text.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    package static func text(_ value: some Encodable, file: String) throws(ReportError) -> String {
        String(decoding: try data(value, file: file), as: UTF8.self)
    }

    /// The value as JSON in UTF-8.
    ///
    /// - Parameters:
    ///   - value: the value to encode.
    ///   - file: the name of the file, for the error message.
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    static func data(_ value: some Encodable, file: String) throws(ReportError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: mark,
            negativeInfinity: mark,
            nan: mark
        )
        do {
            let json = nullingMarks(in: try encoder.encode(value))
            return Data(OutsideText.json(Array(json))) + Data("\n".utf8)
        } catch {
            throw .undrawable("\(file): a value cannot be written as JSON (\(error))")
        }
    }

    /// Replaces each ``mark`` with null and adds the key `not_finite` to the JSON object. O(length).
    private static func nullingMarks(in data: Data) -> Data {
        guard data.range(of: markInJSON) != nil else { return data }
        var result = Data(capacity: data.count)
        var rest = data[...]
        var count = 0
        while let found = rest.range(of: markInJSON) {
            result += rest[..<found.lowerBound] + Data("null".utf8)
            rest = rest[found.upperBound...]
            count += 1
        }
        result += rest
        guard result.first == UInt8(ascii: "{") else { return result }
        let words = count == 1 ? "1 number that is not finite is null" : "\(count) numbers that are not finite are null"
        return Data("{\n  \"not_finite\" : \"\(words)\",".utf8) + result.dropFirst()
    }
}
