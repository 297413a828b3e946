import Foundation

/// The running programs that this process started.
///
/// If a signal ends this process, all of these programs are ended.
enum RunningPrograms {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var groups: Set<pid_t> = []
    private nonisolated(unsafe) static var isPrepared = false

    /// Starts a program with `body`, which returns the program's process group, and registers the group.
    static func start(_ body: () -> pid_t?) -> pid_t? {
        lock.lock()
        let isFirst = !isPrepared
        isPrepared = true
        lock.unlock()
        if isFirst {
            StrayPrograms.endAbandoned()
            UnfinishedFiles.atEnd(endAll)
        }
        // The lock makes signal handlers wait until the program is registered.
        return lock.withLock {
            guard let group = body() else { return nil }
            groups.insert(group)
            return group
        }
    }

    /// Ends a program and its process group. Returns the program's wait status.
    static func end(_ group: pid_t) -> Int32 {
        // The process number is not reused before `waitpid`.
        kill(-group, SIGKILL)
        var status: Int32 = 0
        while waitpid(group, &status, 0) < 0, errno == EINTR {}
        _ = lock.withLock { groups.remove(group) }
        return status
    }

    /// Ends all programs and prevents new programs from starting.
    @Sendable private static func endAll() {
        lock.lock()
        for group in groups { kill(-group, SIGKILL) }
        if !groups.isEmpty { StrayPrograms.endOwn() }
    }
}

/// Programs that left their process group, or that kept running after their Sextant process was killed.
///
/// Each program of a run inherits an environment variable with the folder of the run. The folder's name contains the
/// number of the Sextant process. Only Linux lists the environment variables of other processes. On other systems, no
/// such programs are found.
enum StrayPrograms {
    /// The environment variable that marks the programs of a run. Its value is the run's folder.
    static let mark = "SEXTANT_RUN"

    /// Ends all programs of a run, which is identified by its folder.
    static func end(of run: String) {
        for (process, folder) in marked() where folder == run { kill(process, SIGKILL) }
    }

    /// Ends all programs whose environment variable ``mark`` names a run of this process.
    static func endOwn() {
        for (process, folder) in marked() where owner(of: folder) == getpid() { kill(process, SIGKILL) }
    }

    /// Ends all programs that have the environment variable ``mark`` and that were started by a Sextant process that no
    /// longer exists.
    static func endAbandoned() {
        for (process, folder) in marked() {
            guard let owner = owner(of: folder), owner != getpid(), kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            kill(process, SIGKILL)
        }
    }

    /// Returns the number of the Sextant process in the name of a run's folder, or `nil` for other names.
    private static func owner(of folder: String) -> pid_t? {
        OwnedName.owner(of: (folder as NSString).lastPathComponent)
    }

    /// Returns the processes that have the environment variable ``mark``, each with the folder of its run. Only
    /// processes of this user in this container are included.
    private static func marked() -> [(process: pid_t, run: String)] {
        #if os(Linux)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let own = space(of: "self")
        return names.compactMap { name in
            guard let process = pid_t(name), process != getpid(), let run = run(of: process) else { return nil }
            return space(of: name) == own ? (process, run) : nil
        }
        #else
        return []
        #endif
    }

    private static func run(of process: pid_t) -> String? {
        // The variables of another user's processes cannot be read.
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") else { return nil }
        let start = Data("\(mark)=".utf8)
        let variable = data.split(separator: 0).first { $0.starts(with: start) }
        return variable.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// Returns the PID namespace of a process. Each container has its own namespace, in which it numbers its processes.
    private static func space(of process: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/pid")
    }
}
