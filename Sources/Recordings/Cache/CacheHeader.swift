import Foundation

/// The header of a cache file: its key, the names of its columns, and data of the recording besides the columns.
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
    /// The columns in the order of the file.
    let columns: [Column]

    /// The header in JSON, with equal bytes for equal headers.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
