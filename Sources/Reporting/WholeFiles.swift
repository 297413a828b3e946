import Foundation

/// Writes files so that they appear whole or not at all: beside their place first, then renamed.
enum WholeFiles {
    /// Writes all files, or none: they are given their names only when the last one is on disk. Files that stood
    /// there are replaced, directories that are missing are made.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``; nothing half-written is left then.
    static func save(_ files: [(path: String, content: [UInt8])]) throws(ReportError) {
        let staged = files.map { (path: $0.path, temporary: temporaryPath(for: $0.path), content: $0.content) }
        do throws(ReportError) {
            for file in staged {
                try makeDirectory(parent(of: file.path))
                try create(file.temporary, file.content, for: file.path)
            }
            for file in staged where rename(file.temporary, file.path) != 0 { throw failure(file.path) }
        } catch {
            for file in staged { unlink(file.temporary) }
            throw error
        }
    }

    /// Whether the directory can be written to, or made in the nearest one that exists.
    static func checkDirectory(_ path: String) throws(ReportError) {
        var existing = path
        while !existing.isEmpty, !FileManager.default.fileExists(atPath: existing) { existing = parent(of: existing) }
        if existing.isEmpty { existing = "." }
        guard isDirectory(existing) else {
            throw .unwritable(path: path, reason: "\(existing) is a file")
        }
        guard access(existing, W_OK) == 0 else { throw failure(path) }
    }

    /// Hidden, and of this process only.
    static func temporaryPath(for path: String) -> String {
        let directory = parent(of: path)
        let name = path.dropFirst(directory.isEmpty ? 0 : directory.count + (directory == "/" ? 0 : 1))
        let prefix = directory.isEmpty ? "" : directory == "/" ? "/" : directory + "/"
        return "\(prefix).\(name).tmp-\(getpid())"
    }

    private static func create(_ temporary: String, _ content: [UInt8], for path: String) throws(ReportError) {
        let file = try begin(temporary, for: path)
        var problem = writeAll(content, to: file) && fsync(file) == 0 ? nil : failure(path)
        if close(file) != 0, problem == nil { problem = failure(path) }
        if let problem { throw problem }
    }

    /// A descriptor of the new file `temporary`, which will stand at `path`.
    static func begin(_ temporary: String, for path: String) throws(ReportError) -> Int32 {
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path) }
        return file
    }

    static func writeAll(_ content: [UInt8], to file: Int32) -> Bool {
        content.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let written = write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if written < 0 {
                    if errno == EINTR { continue }
                    return false
                }
                done += written
            }
            return true
        }
    }

    static func makeDirectory(_ path: String) throws(ReportError) {
        guard !path.isEmpty, path != "/", !isDirectory(path) else { return }
        try makeDirectory(parent(of: path))
        // Another task may make it at the same time.
        if mkdir(path, 0o777) != 0, !isDirectory(path) { throw failure(path) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// What stands before the last slash; empty for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.dropLast().lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func failure(_ path: String) -> ReportError {
        .unwritable(path: path, reason: String(cString: strerror(errno)))
    }
}
