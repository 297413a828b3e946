import CChildProcess
import Foundation
import Recordings

/// The programs that this process has started and that are still running.
///
/// They are ended when a signal ends this process.
enum RunningPrograms {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var groups: Set<pid_t> = []
    private nonisolated(unsafe) static var isPrepared = false

    /// Starts a program and registers its process group.
    static func start(_ body: () -> pid_t?) -> pid_t? {
        lock.lock()
        let isFirst = !isPrepared
        isPrepared = true
        lock.unlock()
        if isFirst {
            StrayPrograms.endAbandoned()
            UnfinishedFiles.atEnd(endAll)
        }
        // A signal handler waits until the program is registered.
        return lock.withLock {
            guard let group = body() else { return nil }
            groups.insert(group)
            return group
        }
    }

    /// Ends a program and every program that it started and that is still in its group. Returns the program's status.
    static func end(_ group: pid_t) -> Int32 {
        // The number of a process is not used again before `waitpid`.
        kill(-group, SIGKILL)
        var status: Int32 = 0
        while waitpid(group, &status, 0) < 0, errno == EINTR {}
        _ = lock.withLock { groups.remove(group) }
        return status
    }

    /// Ends all programs and prevents new ones.
    @Sendable private static func endAll() {
        lock.lock()
        for group in groups { kill(-group, SIGKILL) }
        if !groups.isEmpty { StrayPrograms.endOwn() }
    }
}
