import Foundation

/// The unfinished files and folders, which are removed when the process ends.
///
/// Signal handlers call ``removeAtEnd()`` before they end the process. After that call, no file can be created or
/// finished. Threads that try are blocked until the process ends.
public enum UnfinishedFiles {
    enum Kind {
        case file
        /// Removed if it is empty.
        case emptyFolder
        /// Removed with its content.
        case tree
    }

    /// Protects `entries` and `prepare`.
    private static let lock = NSLock()
    private nonisolated(unsafe) static var entries: [(path: String, kind: Kind)] = []
    private nonisolated(unsafe) static var prepare: (@Sendable () -> Void)?

    /// Sets a closure to call once before the first file is created, for example to install signal handlers.
    public static func beforeFirst(_ prepare: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        self.prepare = prepare
    }

    /// Registers a path and creates its file or folder.
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

    /// Creates a file or folder within a registered tree.
    static func unlessAtEnd<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs the operation that finishes the files at these paths. Signal handlers wait until it ends.
    static func finish<Failure: Error>(_ paths: [String], _ commit: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        try commit()
        forget(paths)
        // A folder that contains a finished file is kept.
        entries.removeAll { $0.kind == .emptyFolder }
    }

    /// Removes an unfinished file or tree.
    static func remove(_ path: String) {
        lock.lock()
        defer { lock.unlock() }
        for entry in entries where entry.path == path { remove(entry) }
        forget([path])
    }

    /// Protects `isAtEnd`. After ``removeAtEnd()`` has begun, ``lock`` remains locked.
    private static let endLock = NSLock()
    private nonisolated(unsafe) static var isAtEnd = false

    private nonisolated(unsafe) static var actions: [@Sendable () -> Void] = []

    /// Adds an action to perform before unfinished files are removed at the end of the process.
    public static func atEnd(_ action: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        actions.append(action)
    }

    /// Removes all unfinished files and prevents new ones. Call it just before the process ends. Repeated calls have no
    /// effect.
    public static func removeAtEnd() {
        endLock.lock()
        defer { endLock.unlock() }
        // A signal may be handled more than once.
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
