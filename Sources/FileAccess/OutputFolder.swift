import Foundation

/// Folders that files are written into.
public enum OutputFolder {
    /// Whether files can be written to a folder, or to one made in the nearest folder that exists. Changes nothing.
    public static func check(_ path: String) throws(FileFailure) {
        var existing = path
        while !existing.isEmpty, FileKind(path: existing) == nil { existing = parent(of: existing) }
        if existing.isEmpty { existing = "." }
        guard FileKind(path: existing) == .folder else {
            let kind = FileKind(path: existing) ?? .other
            throw FileFailure(path: path, reason: "\(existing) is \(kind.words)")
        }
        guard access(existing, W_OK) == 0 else { throw FileFailure(path: path, code: errno) }
    }

    /// Makes a folder, and those above it, where they are missing. A folder that is still empty when a signal ends the
    /// process is removed again.
    public static func make(_ path: String) throws(FileFailure) {
        guard !path.isEmpty, path != "/", FileKind(path: path) != .folder else { return }
        try make(parent(of: path))
        try UnfinishedFiles.create(path, .emptyFolder) { () throws(FileFailure) in
            // Another task or process may make it at the same time.
            guard mkdir(path, 0o777) != 0, FileKind(path: path) != .folder else { return }
            throw FileFailure(path: path, code: errno)
        }
    }

    /// What stands before the last slash; empty for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.dropLast().lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
