import CChildProcess
import Foundation
import Recordings

/// Runs commands that load libraries in a second process, so that a library that ends its process does not end the
/// command with success.
///
/// Before the first library is loaded, the process starts the same command line again and waits. The second process
/// loads the libraries and does the work. It reports each library, and at its end its exit code, through a pipe. A
/// second process that ends without this report, or with another exit code, was ended by a library. Samples do not pass
/// through a pipe, so supervision only costs the start of a process.
public enum PluginSupervision {
    /// The environment variable with the descriptor of the pipe and the identifier of the process that reads it.
    private static let variable = "SEXTANT_SUPERVISED"
    private static let codeMark: Character = "="

    private static let lock = NSLock()
    private nonisolated(unsafe) static var report: Int32?
    private nonisolated(unsafe) static var failed: (@Sendable (_ message: String) -> Int32)?

    /// Prepares supervision at the start of the process. The first library that is loaded starts it.
    ///
    /// - Parameter failed: function that prints a message about a library that ended the process, and returns the exit
    ///   code.
    public static func prepare(_ failed: @escaping @Sendable (_ message: String) -> Int32) {
        lock.withLock {
            self.failed = failed
            guard let text = getenv(variable).map({ String(cString: $0) }) else { return }
            // Programs that this process starts are not part of the command.
            unsetenv(variable)
            let numbers = text.split(separator: " ").compactMap { Int32($0) }
            guard numbers.count == 2, numbers[1] == getppid(), fcntl(numbers[0], F_SETFD, FD_CLOEXEC) == 0 else {
                return
            }
            child_process_end_with_parent()
            report = numbers[0]
        }
    }

    /// Reports a library that is about to be loaded. In the first process, it runs the command in a second process
    /// instead, and does not return.
    static func willLoad(_ library: String) {
        let state = lock.withLock { (report, failed) }
        if let report = state.0 { return send(library.replacing("\n", with: " ") + "\n", to: report) }
        if let failed = state.1 { supervise(failed) }
    }

    /// Reports that the command is complete. Call it immediately before the process ends.
    public static func finish(_ code: Int32) {
        if let report = lock.withLock({ report }) { send("\(codeMark)\(code)\n", to: report) }
    }

    private static func send(_ line: String, to report: Int32) {
        let bytes = Array(line.utf8)
        // A failure means that the other process has ended. This process is then ended, too.
        _ = bytes.withUnsafeBytes { child_process_write(report, $0.baseAddress, $0.count) }
    }

    private static func supervise(_ failed: (String) -> Int32) {
        var pair: [Int32] = [-1, -1]
        var status: Int32 = 0
        var signals: UInt32 = 0
        // Without a second process, the command runs in this one.
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
            // The user or a closed pipe ended the command, or the signal came before any library was loaded.
            Foundation.signal(signal, SIG_DFL)
            // Dispatch's threads block signals, and another thread would receive a signal of `kill` too late.
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
        return "\(names.joined(separator: ", ")): the library ended the process (\(end)) before the command was done; "
            + (names.count == 1 ? "correct it" : "find which one with isolated=true, and correct it")
    }

    private static func lines(from pipe: Int32) -> [String] {
        let bytes = (try? FileHandle(fileDescriptor: pipe, closeOnDealloc: true).readToEnd()) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
