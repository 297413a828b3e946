import Foundation

/// The environment of a process that runs commands on inputs of a fuzzer.
public enum FuzzingProcess {
    /// The path of a folder for this process, in memory if the system has /dev/shm.
    public static var folder: String {
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        return memory + "/sextant-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Prevents commands from starting programs and from reading standard input.
    public static func isolate(folder: String) {
        setenv("TMPDIR", folder, 1)
        setenv("PATH", folder, 1)
        redirect(STDIN_FILENO)
    }

    /// Redirects standard output and standard error to /dev/null.
    ///
    /// - Returns: a descriptor of the original standard error.
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

    /// Waits for asynchronous work. Call it only outside the threads of the concurrency pool.
    public static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }
}
