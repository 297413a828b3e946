import Foundation

/// Names of temporary files that say which process they belong to, so that those of a process that was killed are
/// found and removed.
///
/// The owner holds a lock on its file or folder as well: a process number may mean another process in another container.
enum OwnedName {
    private static let mark = ".sextant-tmp-"
    /// The longest name that every file system takes, less the mark and two numbers.
    private static let longestName = 200
    private static let lock = NSLock()
    private nonisolated(unsafe) static var count = 0
    private nonisolated(unsafe) static var swept: Set<String> = []

    /// Names that somebody else has already are passed over, up to so many.
    private static let mostAttempts = 100

    /// Creates a file or folder under a hidden name beside `path`, and claims it. What killed processes have left there
    /// is removed before.
    ///
    /// - Parameters:
    ///   - path: the path whose folder gets it.
    ///   - kind: how it is removed when it is not finished.
    ///   - named: the path that messages show.
    ///   - open: creates it, and returns its descriptor, or -1 and the system's error.
    /// - Returns: its path, and its descriptor, which is the caller's.
    static func create(
        beside path: String,
        _ kind: UnfinishedFiles.Kind,
        for named: String,
        _ open: (String) -> Int32
    ) throws(FileFailure) -> (path: String, descriptor: Int32) {
        let folder = OutputFolder.parent(of: path)
        sweep(folder.isEmpty ? "." : folder)
        var code = EEXIST
        for _ in 0..<mostAttempts where code == EEXIST {
            let hidden = next(beside: path, in: folder)
            let descriptor = try? UnfinishedFiles.create(hidden, kind) { () throws(FileFailure) in
                let descriptor = open(hidden)
                guard descriptor >= 0 else {
                    code = errno
                    throw FileFailure(path: named, code: code)
                }
                // Where the file system has no locks, the process number alone says who is at work.
                _ = flock(descriptor, LOCK_EX | LOCK_NB)
                return descriptor
            }
            if let descriptor { return (hidden, descriptor) }
        }
        throw FileFailure(path: named, code: code)
    }

    /// A hidden path that no other file of this process has.
    private static func next(beside path: String, in folder: String) -> String {
        let prefix = folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/"
        let name = String(decoding: path.utf8.dropFirst(prefix.utf8.count).prefix(longestName), as: UTF8.self)
        lock.lock()
        defer { lock.unlock() }
        count += 1
        return "\(prefix).\(name)\(mark)\(getpid())-\(count)"
    }

    /// Removes what killed processes of this user have left in a folder; once for each folder.
    private static func sweep(_ folder: String) {
        // Nobody of this process creates anything there until it is done.
        lock.lock()
        defer { lock.unlock() }
        guard swept.insert(folder).inserted else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let owner = owner(of: name) else { continue }
            // A dead process may have had this one's number.
            guard owner == getpid() || (kill(owner, 0) != 0 && errno == ESRCH) else { continue }
            removeAbandoned("\(folder)/\(name)")
        }
    }

    /// The process that a name says; nil for a name of another kind.
    private static func owner(of name: String) -> pid_t? {
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
