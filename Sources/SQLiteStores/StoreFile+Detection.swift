import Foundation

extension StoreFile {
    /// Whether a file is an SQLite database, by its first bytes.
    public static func isDatabase(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // https://www.sqlite.org/fileformat.html, section 1.3.1
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }
}
