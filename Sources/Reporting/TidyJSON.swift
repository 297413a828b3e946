import Foundation

/// JSON for other programs: keys sorted, a line end at the end.
enum TidyJSON {
    static func text(_ value: some Encodable, file: String) throws(ReportError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw .unwritable(path: file, reason: "the content is no JSON: \(error)")
        }
    }
}
