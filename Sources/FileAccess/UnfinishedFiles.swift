import Foundation

/// The files and folders that must not outlive the process unless they are finished.
///
/// Whoever handles the signals that end the process calls ``removeAtEnd()``. From then on nothing unfinished can be
/// created and nothing can be finished: the threads that try wait for the end.
public enum UnfinishedFiles {
    enum Kind {
        case file
        /// Removed where nothing is in it.
        case emptyFolder
        /// Removed with all that is in it.
        case tree
    }

    /// Guards what follows.
    private static let lock = NSLock()
    private nonisolated(unsafe) static var entries: [(path: String, kind: Kind)] = []
    private nonisolated(unsafe) static var prepare: (@Sendable () -> Void)?

    /// Sets what is called once, before the first unfinished file is created: the moment to listen to signals.
    public static func beforeFirst(_ prepare: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        self.prepare = prepare
    }

    /// Registers a path, and creates what belongs there.
    static func create<Result, Failure: Error>(
        _ path: String,
        _ kind: Kind,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        let first = prepare
        prepare = nil
        lock.unlock()
        // Without the lock, for which a signal that comes now would wait.
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

    /// Creates something within a registered tree.
    static func unlessAtEnd<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Does what finishes the files at these paths; a signal waits until it is done.
    static func finish<Failure: Error>(_ paths: [String], _ commit: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        try commit()
        forget(paths)
        // A folder with a finished file in it stays.
        entries.removeAll { $0.kind == .emptyFolder }
    }

    /// Removes an unfinished file or tree.
    static func remove(_ path: String) {
        lock.lock()
        defer { lock.unlock() }
        for entry in entries where entry.path == path { remove(entry) }
        forget([path])
    }

    /// Guards whether the end has begun, after which ``lock`` stays locked.
    private static let endLock = NSLock()
    private nonisolated(unsafe) static var isAtEnd = false

    /// Removes all of them, and keeps others from being created or finished: the process is to end next. May be called
    /// again.
    public static func removeAtEnd() {
        endLock.lock()
        defer { endLock.unlock() }
        // A signal that ends the process may be handled more than once.
        guard !isAtEnd else { return }
        isAtEnd = true
        lock.lock()
        // The newest first: a folder's files go before the folder.
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
