import Foundation

/// What a file of the cache says of itself and of its recording, beside the columns.
struct CacheHeader: Codable, Hashable {
    struct Column: Codable, Hashable {
        let name: String
        let bytes: Int
    }

    let key: String
    let sha256: String
    let epoch: Int?
    let files: [String: String]
    let leftOut: [String: Int]
    /// In the order in which they stand.
    let columns: [Column]

    /// The same bytes for the same header.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
