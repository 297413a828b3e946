import Foundation

/// Names of temporary files. A name contains the process number of its owner, so that files of a killed process can be
/// removed.
///
/// The owner also locks its file or folder, because a process in another container may have the same number.
enum OwnedName {
    private static let mark = ".sextant-tmp-"
    /// The maximum length in bytes of the original name within the temporary name. File systems allow 255 bytes in
    /// total.
    private static let maximumNameBytes = 200
    private static let lock = NSLock()
    private nonisolated(unsafe) static var count = 0
    private nonisolated(unsafe) static var swept: Set<String> = []

    /// The maximum number of names to try before an error is thrown.
    private static let maximumAttempts = 100

    /// Creates and locks a file or folder with a hidden name, next to `path`. Before the first creation in a folder,
    /// files that killed processes left there are removed.
    ///
    /// - Parameters:
    ///   - path: the path whose folder and name determine the hidden path. It need not exist.
    ///   - kind: how to remove the file or folder if it is not finished.
    ///   - named: the path in error messages.
    ///   - open: a function that creates the file or folder, and returns its descriptor, or -1 with `errno` set.
    /// - Returns: the hidden path and the descriptor. The caller closes the descriptor.
    static func create(
        beside path: String,
        _ kind: UnfinishedFiles.Kind,
        for named: String,
        _ open: (String) -> Int32
    ) throws(FileFailure) -> (path: String, descriptor: Int32) {
        let folder = OutputFolder.parent(of: path)
        sweep(folder.isEmpty ? "." : folder)
        var code = EEXIST
        for _ in 0..<maximumAttempts where code == EEXIST {
            let hidden = next(beside: path, in: folder)
            let descriptor = try? UnfinishedFiles.create(hidden, kind) { () throws(FileFailure) in
                let descriptor = open(hidden)
                guard descriptor >= 0 else {
                    code = errno
                    throw FileFailure(path: named, code: code)
                }
                // Some file systems have no locks. There, the process number alone identifies the owner.
                _ = flock(descriptor, LOCK_EX | LOCK_NB)
                return descriptor
            }
            if let descriptor { return (hidden, descriptor) }
        }
        throw FileFailure(path: named, code: code)
    }

    /// Returns a hidden path that this process has not used before.
    private static func next(beside path: String, in folder: String) -> String {
        let prefix = folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/"
        let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count).prefix(maximumNameBytes), as: UTF8.self)
        lock.lock()
        defer { lock.unlock() }
        count += 1
        return "\(prefix).\(name)\(mark)\(getpid())-\(count)"
    }

    /// Removes the files that killed processes of this user left in a folder. Does so once for each folder.
    private static func sweep(_ folder: String) {
        // The lock prevents other threads from creating a file in the folder in the meantime.
        lock.lock()
        defer { lock.unlock() }
        guard swept.insert(folder).inserted else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let owner = owner(of: name) else { continue }
            // An earlier process may have had the same number as this process.
            guard owner == getpid() || (kill(owner, 0) != 0 && errno == ESRCH) else { continue }
            removeAbandoned("\(folder)/\(name)")
        }
    }

    /// Returns the process number in a temporary name, or `nil` for other names.
    static func owner(of name: String) -> pid_t? {
        guard name.hasPrefix("."), let mark = name.range(of: mark, options: .backwards) else { return nil }
        let numbers = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let process = pid_t(numbers[0]), process > 0, Int(numbers[1]) != nil else {
            return nil
        }
        return process
    }

    private static func removeAbandoned(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_uid == geteuid() else { return }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular || kind == .folder else { return }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        if kind == .folder {
            try? FileManager.default.removeItem(atPath: path)
        } else {
            unlink(path)
        }
    }
}
