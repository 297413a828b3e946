import CChildProcess
import Foundation
import Recordings

/// Supervises commands that load libraries. If a library ends the process, the command fails instead of appearing to
/// succeed.
///
/// Before the first library is loaded, the process starts the same command line in a second process and waits. The
/// second process loads the libraries and does the work. Through a pipe, the second process reports each library before
/// loading it, and finally its own exit code. If the second process ends without reporting an exit code, or with a
/// different exit code, a library ended it. Samples do not pass through the pipe, so supervision only costs the start
/// of a process.
public enum PluginSupervision {
    /// The environment variable that contains the pipe's file descriptor and the identifier of the process that reads
    /// the pipe.
    private static let variable = "SEXTANT_SUPERVISED"
    private static let codeMark: Character = "="

    private static let lock = NSLock()
    private nonisolated(unsafe) static var report: Int32?
    private nonisolated(unsafe) static var failed: (@Sendable (_ message: String) -> Int32)?

    /// Prepares supervision at the start of a command. Supervision starts when the first library is loaded.
    ///
    /// - Parameter failed: closure that prints a message about a library that ended the process, and returns the exit
    ///   code.
    public static func prepare(_ failed: @escaping @Sendable (_ message: String) -> Int32) {
        lock.withLock {
            self.failed = failed
            guard let text = getenv(variable).map({ String(cString: $0) }) else { return }
            // Child processes that this process starts must not inherit the variable.
            unsetenv(variable)
            let numbers = text.split(separator: " ").compactMap { Int32($0) }
            guard numbers.count == 2, numbers[1] == getppid(), fcntl(numbers[0], F_SETFD, FD_CLOEXEC) == 0 else {
                return
            }
            child_process_end_with_parent()
            report = numbers[0]
        }
    }

    /// Reports that a library is about to be loaded. In the first process, this method runs the command in a second
    /// process instead, and does not return.
    static func willLoad(_ library: String) {
        let state = lock.withLock { (report, failed) }
        if let report = state.0 { return send(library.replacing("\n", with: " ") + "\n", to: report) }
        if let failed = state.1 { supervise(failed) }
    }

    /// Reports the exit code of a completed command. Call this method immediately before the process ends.
    public static func finish(_ code: Int32) {
        if let report = lock.withLock({ report }) { send("\(codeMark)\(code)\n", to: report) }
    }

    private static func send(_ line: String, to report: Int32) {
        let bytes = Array(line.utf8)
        // If writing fails, the first process has ended, and this process is about to be ended, too.
        _ = bytes.withUnsafeBytes { child_process_write(report, $0.baseAddress, $0.count) }
    }

    private static func supervise(_ failed: (String) -> Int32) {
        var pair: [Int32] = [-1, -1]
        var status: Int32 = 0
        var signals: UInt32 = 0
        // If the pipe or the second process cannot be created, the command runs in this process.
        guard child_process_pipe(&pair) == 0 else { return }
        setenv(variable, "\(pair[1]) \(getpid())", 1)
        guard
            child_process_attend(PluginHost.executable, CommandLine.unsafeArgv, environ, pair[1], &status, &signals)
                == 0
        else {
            unsetenv(variable)
            close(pair[0])
            return
        }
        let lines = lines(from: pair[0])
        let signal = status & 0x7F
        let code = signal == 0 ? (status >> 8) & 0xFF : nil
        UnfinishedFiles.removeAtEnd()
        if let code, lines.last == "\(codeMark)\(code)" { exit(code) }
        let isPassedOn = signal != 0 && signals & (1 << UInt32(signal)) != 0
        if signal == SIGPIPE || isPassedOn || signal != 0 && lines.isEmpty {
            // The user or a closed pipe ended the command, or the signal arrived before a library was loaded.
            Foundation.signal(signal, SIG_DFL)
            // Dispatch's threads block signals, and on another thread the signal would take effect too late.
            var unblocked = sigset_t()
            sigemptyset(&unblocked)
            sigaddset(&unblocked, signal)
            pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
            raise(signal)
        }
        exit(failed(message(lines.filter { $0.first != codeMark }, code: code, signal: signal)))
    }

    private static func message(_ libraries: [String], code: Int32?, signal: Int32) -> String {
        let names = Set(libraries).sorted().map { "plugin:\($0)" }
        let end = code.map { "exit status \($0)" } ?? "signal \(signal)"
        return
            "\(names.joined(separator: ", ")): \(names.count == 1 ? "the library" : "one of these libraries") ended the process (\(end)) before the command was complete; "
            + (names.count == 1
                ? "correct the library" : "set isolated=true to find the library, and correct the library")
    }

    private static func lines(from pipe: Int32) -> [String] {
        let bytes = (try? FileHandle(fileDescriptor: pipe, closeOnDealloc: true).readToEnd()) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
