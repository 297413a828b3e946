import Foundation

extension StoreFile {
    /// Whether a file is an SQLite database, by its first bytes.
    public static func isDatabase(_ path: String) -> Bool {
        // Of a pipe nothing can be read twice, and no database is one.
        guard isRegular(path), let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // https://www.sqlite.org/fileformat.html, section 1.3.1
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// Whether a path leads to a file that is no directory, pipe or device.
    static func isRegular(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
    }
}
