import Foundation

/// JSON for other programs: keys sorted, a line end at the end. A number that JSON does not know, because it is not
/// finite, is null; the object then says so under `not_finite`.
enum TidyJSON {
    /// Where the encoder writes a number that is not finite, before it becomes null.
    private static let mark = "\u{1}not finite\u{1}"
    private static let markInJSON = Data("\"\\u0001not finite\\u0001\"".utf8)

    static func text(_ value: some Encodable, file: String) throws(ReportError) -> String {
        String(decoding: try data(value, file: file), as: UTF8.self)
    }

    /// - Throws: ``ReportError/unwritable(path:reason:)`` where a value refuses to be encoded.
    static func data(_ value: some Encodable, file: String) throws(ReportError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: mark,
            negativeInfinity: mark,
            nan: mark
        )
        do {
            return nullingMarks(in: try encoder.encode(value)) + Data("\n".utf8)
        } catch {
            throw .undrawable("\(file): found a value that is no JSON (\(error)), expected numbers and texts")
        }
    }

    /// O(n).
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
