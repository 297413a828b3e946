import Foundation

/// Checks and creates folders for output files.
public enum OutputFolder {
    /// Checks that files can be written to a folder, or to one created in its nearest existing parent. Changes nothing.
    ///
    /// - Throws: ``FileFailure`` when the folder is not writable or not a folder.
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

    /// Creates a folder and its missing parents. A folder that is still empty when a signal ends the process is
    /// removed.
    ///
    /// - Throws: ``FileFailure`` when a folder cannot be created.
    public static func make(_ path: String) throws(FileFailure) {
        guard !path.isEmpty, path != "/", FileKind(path: path) != .folder else { return }
        try make(parent(of: path))
        try UnfinishedFiles.create(path, .emptyFolder) { () throws(FileFailure) in
            // Another task or process may create it at the same time.
            guard mkdir(path, 0o777) != 0, FileKind(path: path) != .folder else { return }
            throw FileFailure(path: path, code: errno)
        }
    }

    /// The part of a path before its last slash; empty for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.dropLast().lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
