import CChildProcess
import Foundation

/// A running program with pipes to its standard input, output and error.
///
/// Only one thread at a time may use a `ChildProgram`. The amount of unread output is limited, so that output cannot
/// exhaust memory.
package final class ChildProgram {
    /// The maximum length in bytes of an answer, which is one line of standard output.
    static let maximumLineBytes = 4_096
    /// The maximum number of bytes that a program may write to standard error, or to standard output after its last
    /// answer.
    static let maximumBytes = 100_000_000

    private let group: pid_t
    private let run: String?
    private let completion: Int32
    private var input: Int32
    private let output: Int32
    private let error: Int32
    private var isRunning = true
    private var isOutputOpen = true
    private var isErrorOpen = true
    /// The bytes that have not been written to the program's input yet.
    private var unsent: ArraySlice<UInt8> = []
    /// The bytes of standard output after the last line that was returned.
    private var received: ArraySlice<UInt8> = []
    private var otherBytes = 0
    private var tail = OutputTail(minimumBytes: 4_096)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// Starts a program.
    ///
    /// - Parameter run: the temporary folder of a run. Programs that were started with the same folder are ended
    ///   together, including programs that left their process group.
    package init(_ call: ProgramCall, run: String? = nil) throws(ProgramError) {
        var ends: [Int32] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            let code = child_process_pipe(&pair)
            guard code == 0 else {
                for end in ends { close(end) }
                buffer.deallocate()
                throw .notStarted(reason: String(cString: strerror(code)))
            }
            ends += pair
        }
        let theirs = [ends[0], ends[3], ends[5]]
        let own = [ends[1], ends[2], ends[4]]
        let (group, code) = Self.start(call, run: run, streams: theirs)
        for end in theirs { close(end) }
        guard let group else {
            for end in own { close(end) }
            buffer.deallocate()
            throw code == ENOENT ? .notFound : .notStarted(reason: String(cString: strerror(code)))
        }
        for end in own { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (input, output, error) = (own[0], own[1], own[2])
        self.group = group
        self.run = run
        completion = call.completion
    }

    private static func start(_ call: ProgramCall, run: String?, streams: [Int32]) -> (pid_t?, Int32) {
        var variables = ProcessInfo.processInfo.environment
        if let run {
            variables[StrayPrograms.mark] = run
            // Without this setting, Python would buffer its answers.
            variables["PYTHONUNBUFFERED"] = "1"
        }
        for (name, value) in call.variables { variables[name] = value }
        let environment = variables.map { "\($0.key)=\($0.value)" }
        guard let file = call.file else { return (nil, ENOENT) }
        var code: Int32 = 0
        let group = withTexts([file] + call.command.dropFirst()) { arguments in
            withTexts(environment) { environment in
                RunningPrograms.start {
                    var process: pid_t = 0
                    code = child_process_start(arguments, environment, call.folder, streams, &process)
                    return code == 0 ? process : nil
                }
            }
        }
        return (group, code)
    }

    private static func withTexts<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("there is at least one pointer") }
            return body(UnsafePointer(start))
        }
    }

    deinit {
        end()
        buffer.deallocate()
    }

    /// The last line of standard error that is not blank, or `nil` if there is no such line.
    package var lastErrorLine: String? { tail.lastLine }

    /// A Boolean value that indicates whether the program wrote output after its last answer.
    package var hasUnreadOutput: Bool { !received.isEmpty }

    /// Sends bytes to the program and waits for an answer, which is one line of standard output.
    ///
    /// - Parameters:
    ///   - question: the bytes to send.
    ///   - patience: the maximum waiting time in seconds.
    /// - Returns: the line without its line break.
    package func answer(to question: [UInt8], patience: Double) throws(ProgramError) -> ArraySlice<UInt8> {
        unsent += question[...]
        let start = ContinuousClock.now
        send()
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[..<end]
                received = received[(end + 1)...]
                return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            }
            if received.count > Self.maximumLineBytes {
                throw .flood("more than \(Self.maximumLineBytes) bytes without a line break")
            }
            guard isOutputOpen else {
                let text = String(decoding: received, as: UTF8.self)
                let half = received.isEmpty ? "" : "an incomplete line ('\(Excerpt.text(text))'), "
                throw .ended(status: half + waitForStatus())
            }
            let left = patience - start.duration(to: .now).seconds
            guard left > 0 else { throw .silent }
            try pass(waiting: left)
        }
    }

    /// Closes the program's standard input and waits for the program to exit.
    ///
    /// - Parameters:
    ///   - patience: the maximum waiting time in seconds.
    ///   - check: a function that is called at least 10 times per second.
    package func finish(
        patience: Double,
        check: () throws(ProgramError) -> Void = { () throws(ProgramError) in }
    ) throws(ProgramError) {
        try waitForExit(patience: patience) { () throws(ProgramError) in
            if received.count > Self.maximumLineBytes {
                otherBytes += received.count - 1
                received = received.suffix(1)
            }
            try check()
        }
        let status = end()
        if status != completion << 8 { throw .ended(status: Self.words(status)) }
    }

    /// Sends bytes, closes the program's standard input, and collects its output until it exits.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to send to the program's standard input.
    ///   - patience: the maximum waiting time in seconds.
    ///   - limit: the maximum number of bytes of standard output and standard error together.
    ///   - check: a function that is called at least 10 times per second.
    func collect(
        _ bytes: [UInt8],
        patience: Double,
        limit: Int,
        check: () throws(ProgramError) -> Void
    ) throws(ProgramError) -> ProgramOutput {
        tail = OutputTail(minimumBytes: limit)
        unsent += bytes[...]
        send()
        try waitForExit(patience: patience) { () throws(ProgramError) in
            if received.count + otherBytes > limit { throw .flood("more than \(limit) bytes of output") }
            try check()
        }
        let (output, error, status) = (Array(received), tail.text, end())
        return ProgramOutput(output: output, error: error, code: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil)
    }

    private func waitForExit(
        patience: Double,
        check: () throws(ProgramError) -> Void
    ) throws(ProgramError) {
        if unsent.isEmpty { closeInput() }
        let start = ContinuousClock.now
        while !hasExited {
            let left = patience - start.duration(to: .now).seconds
            guard left > 0 else { throw .silent }
            try pass(waiting: min(left, 0.01))
            if unsent.isEmpty { closeInput() }
            try check()
        }
        // The pipes may still contain output.
        while isOutputOpen || isErrorOpen {
            let before = received.count + otherBytes
            try pass(waiting: 0)
            if received.count + otherBytes == before { break }
            try check()
        }
    }

    /// Ends the program and all programs that it started. Returns the program's wait status.
    @discardableResult
    package func end() -> Int32 {
        guard isRunning else { return 0 }
        isRunning = false
        let status = RunningPrograms.end(group)
        if let run { StrayPrograms.end(of: run) }
        closeInput()
        close(output)
        close(error)
        return status
    }

    private var hasExited: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(group), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.process == group
    }

    /// The maximum time in seconds from the end of a program's output to its exit. The limit allows for a busy machine.
    private static let maximumExitTime = 5.0

    /// Returns the exit status of a program that closed its output, as text. Ends the program if it keeps running.
    private func waitForStatus() -> String {
        let start = ContinuousClock.now
        while !hasExited, start.duration(to: .now).seconds < Self.maximumExitTime {
            try? pass(waiting: 0.01)
        }
        try? pass(waiting: 0)
        return hasExited ? Self.words(end()) : "its output closed"
    }

    private static func words(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "exit status \((status >> 8) & 0xFF)" : "signal \(signal)"
    }

    private func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Writes as many bytes to the program's input as the pipe accepts.
    private func send() {
        while !unsent.isEmpty, input >= 0 {
            let written = unsent.withUnsafeBytes { child_process_write(input, $0.baseAddress, $0.count) }
            if written > 0 {
                unsent = unsent.dropFirst(written)
            } else if written == -Int(EAGAIN) {
                return
            } else if written != -Int(EINTR) {
                // The program no longer reads its input. The reason is usually in its output.
                unsent = []
                closeInput()
            }
        }
        if unsent.isEmpty { unsent = [] }
    }

    /// Waits until a pipe is ready, then reads and writes without blocking.
    private func pass(waiting seconds: Double) throws(ProgramError) {
        var pipes = [
            pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isErrorOpen ? error : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
        ]
        if !isOutputOpen, !isErrorOpen, unsent.isEmpty {
            usleep(UInt32(min(seconds, 0.001) * 1e6))
            return
        }
        guard poll(&pipes, 3, Int32(min((seconds * 1_000).rounded(.up), 1e6))) > 0 else { return }
        if pipes[2].revents != 0 { send() }
        if pipes[0].revents != 0 {
            isOutputOpen = read(output) { received += $0 }
        }
        if pipes[1].revents != 0 {
            isErrorOpen = read(error) { bytes in
                otherBytes += bytes.count
                tail.append(bytes)
            }
        }
        if otherBytes > Self.maximumBytes {
            throw .flood("more than \(Self.maximumBytes / 1_000_000) MB in addition to the answers")
        }
    }

    /// Reads the available bytes of a pipe. Returns whether the pipe is still open.
    private func read(_ descriptor: Int32, _ store: (UnsafeRawBufferPointer) -> Void) -> Bool {
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        store(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension siginfo_t {
    /// The number of the process to which this signal information refers, or 0 for no process.
    fileprivate var process: pid_t {
        #if canImport(Darwin)
        si_pid
        #else
        _sifields._sigchld.si_pid
        #endif
    }
}

/// The last part of a program's standard error. It uses bounded memory, however long the output is.
private struct OutputTail {
    /// The number of bytes that are always kept from the end of the output.
    let minimumBytes: Int
    private var bytes: [UInt8] = []

    init(minimumBytes: Int) { self.minimumBytes = minimumBytes }

    mutating func append(_ added: UnsafeRawBufferPointer) {
        bytes += added.suffix(minimumBytes)
        if bytes.count > 2 * minimumBytes { bytes.removeFirst(bytes.count - minimumBytes) }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The last line that is not blank, shortened to 60 characters, or `nil` if all lines are blank.
    var lastLine: String? {
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { Excerpt.text($0) }
    }
}

/// A short part of a program's output, for a message on one line.
package enum Excerpt {
    private static let maximumLength = 60

    /// Returns the first 60 characters of the output. Characters that are not printable ASCII become question marks.
    package static func text(_ output: some StringProtocol) -> String {
        let plain = String(output.unicodeScalars.map { 0x20...0x7E ~= $0.value ? Character($0) : "?" })
        return plain.count > maximumLength ? "\(plain.prefix(maximumLength))…" : plain
    }
}
