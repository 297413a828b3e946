import Foundation

/// The unfinished files and folders, which are removed when the process ends.
///
/// Signal handlers call ``removeAtEnd()`` before they end the process. Afterwards, a thread that tries to create or
/// finish a file is blocked until the process ends.
public enum UnfinishedFiles {
    enum Kind {
        case file
        /// A folder that is removed only if it is empty.
        case emptyFolder
        /// A folder that is removed with its content.
        case tree
    }

    /// A lock for `entries` and `prepare`.
    private static let lock = NSLock()
    private nonisolated(unsafe) static var entries: [(path: String, kind: Kind)] = []
    private nonisolated(unsafe) static var prepare: (@Sendable () -> Void)?

    /// Sets a closure that is called once before the first file is created, for example to install signal handlers.
    public static func beforeFirst(_ prepare: @escaping @Sendable () -> Void) {
        lock.withLock { self.prepare = prepare }
    }

    /// Registers a path as unfinished, then creates its file or folder.
    static func create<Result, Failure: Error>(
        _ path: String,
        _ kind: Kind,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        let first = prepare
        prepare = nil
        lock.unlock()
        // The closure is called without the lock, because a signal handler waits for the lock.
        first?()
        lock.lock()
        defer { lock.unlock() }
        entries.append((path, kind))
        do throws(Failure) {
            return try body()
        } catch {
            forget([path])
            throw error
        }
    }

    /// Runs `body`, which creates a file or folder inside a registered folder. The new file or folder need not be
    /// registered, because it is removed together with the registered folder. Once the process has begun to end, the
    /// call blocks instead.
    static func unlessAtEnd<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs work that finishes the files at the given paths. Signal handlers wait until the work ends.
    static func finish<Failure: Error>(_ paths: [String], _ commit: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        try commit()
        forget(paths)
        // A new folder is not removed after a file in it was finished.
        entries.removeAll { $0.kind == .emptyFolder }
    }

    /// Removes an unfinished file or folder.
    static func remove(_ path: String) {
        lock.lock()
        defer { lock.unlock() }
        for entry in entries where entry.path == path { remove(entry) }
        forget([path])
    }

    /// A separate lock for `isAtEnd`, because ``removeAtEnd()`` never releases ``lock``.
    private static let endLock = NSLock()
    private nonisolated(unsafe) static var isAtEnd = false

    private nonisolated(unsafe) static var actions: [@Sendable () -> Void] = []

    /// Adds an action to perform when the process ends, before unfinished files are removed.
    public static func atEnd(_ action: @escaping @Sendable () -> Void) {
        lock.withLock { actions.append(action) }
    }

    /// Removes all unfinished files and prevents the creation of new ones. Call this method just before the process
    /// ends. Repeated calls have no effect.
    public static func removeAtEnd() {
        endLock.lock()
        defer { endLock.unlock() }
        // Two signals may arrive in succession.
        guard !isAtEnd else { return }
        isAtEnd = true
        lock.lock()
        for action in actions { action() }
        // The order is reversed, so that files are removed before their folder.
        for entry in entries.reversed() { remove(entry) }
        entries = []
    }

    private static func forget(_ paths: [String]) {
        entries.removeAll { paths.contains($0.path) }
    }

    private static func remove(_ entry: (path: String, kind: Kind)) {
        switch entry.kind {
        case .file: unlink(entry.path)
        case .emptyFolder: rmdir(entry.path)
        case .tree: try? FileManager.default.removeItem(atPath: entry.path)
        }
    }
}
