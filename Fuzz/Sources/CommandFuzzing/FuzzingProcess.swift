import Foundation

/// What a process needs before it runs commands on inputs of a fuzzer.
public enum FuzzingProcess {
    /// A folder for this process alone, in memory where the system has such a place.
    public static var folder: String {
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        return memory + "/sextant-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Keeps commands from starting other programs, from reading what is typed, and from the user's cache.
    public static func isolate(folder: String) {
        setenv("TMPDIR", folder, 1)
        setenv("PATH", folder, 1)
        unsetenv("SEXTANT_CACHE")
        redirect(STDIN_FILENO)
    }

    /// Drops what is written to standard output and standard error from now on.
    ///
    /// - Returns: a descriptor that still leads to standard error.
    public static func silence() -> Int32 {
        let error = dup(STDERR_FILENO)
        redirect(STDOUT_FILENO)
        redirect(STDERR_FILENO)
        return error
    }

    private static func redirect(_ descriptor: Int32) {
        let nothing = open("/dev/null", O_RDWR)
        guard nothing >= 0 else { return }
        dup2(nothing, descriptor)
        close(nothing)
    }

    /// Waits for asynchronous work from a thread that is not the pool's.
    public static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }
}
