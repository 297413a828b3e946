import CChildProcess
import Foundation
import Recordings
import SensorModel

/// A running program with pipes to its standard input, output and error.
///
/// One thread at a time uses it. Memory does not grow with the program's output.
final class ChildProgram {
    /// The longest answer in bytes.
    static let longestLine = 4_096
    /// The most bytes that a program may write besides its answers.
    static let mostBytes = 100_000_000

    private let group: pid_t
    private let run: String
    private let completion: Int32
    private var input: Int32
    private let output: Int32
    private let error: Int32
    private var isRunning = true
    private var isOutputOpen = true
    private var isErrorOpen = true
    /// The bytes that the program has not read yet.
    private var unsent: ArraySlice<UInt8> = []
    /// The bytes of standard output after the last line.
    private var received: ArraySlice<UInt8> = []
    private var otherBytes = 0
    private var tail = OutputTail()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// Starts a program.
    ///
    /// - Parameter run: folder of the run. Programs with this mark are ended together.
    init(_ call: ProgramCall, run: String) throws(ProgramError) {
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
            throw .notStarted(reason: String(cString: strerror(code)))
        }
        for end in own { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (input, output, error) = (own[0], own[1], own[2])
        self.group = group
        self.run = run
        completion = call.completion
    }

    private static func start(_ call: ProgramCall, run: String, streams: [Int32]) -> (pid_t?, Int32) {
        var variables = ProcessInfo.processInfo.environment
        variables[StrayPrograms.mark] = run
        // Otherwise Python would keep its answers until its buffer is full.
        variables["PYTHONUNBUFFERED"] = "1"
        variables.merge(call.variables) { $1 }
        let environment = variables.map { "\($0.key)=\($0.value)" }
        var code: Int32 = 0
        let group = withTexts(call.command) { arguments in
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

    /// The last line of standard error; nil without output.
    var lastErrorLine: String? { tail.lastLine }

    /// Whether output is left that was not asked for.
    var hasUnreadOutput: Bool { !received.isEmpty }

    /// Sends bytes and waits for a line of output.
    ///
    /// - Parameter patience: the time to wait, in seconds.
    /// - Returns: the line without its end.
    func answer(to question: [UInt8], patience: Double) throws(ProgramError) -> ArraySlice<UInt8> {
        unsent += question[...]
        let start = ContinuousClock.now
        send()
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[..<end]
                received = received[(end + 1)...]
                return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            }
            if received.count > Self.longestLine { throw .flood("more than \(Self.longestLine) bytes without a line") }
            guard isOutputOpen else {
                let text = String(decoding: received, as: UTF8.self)
                let half = received.isEmpty ? "" : "half a line ('\(Excerpt.text(text))'), "
                throw .ended(status: half + waitForStatus())
            }
            let left = patience - start.duration(to: .now).inSeconds
            guard left > 0 else { throw .silent }
            try pass(waiting: left)
        }
    }

    /// Closes the program's input and waits for its end.
    ///
    /// - Parameter patience: the time to wait, in seconds.
    /// - Parameter check: called at least 10 times a second.
    func finish(
        patience: Double,
        check: () throws(ProgramError) -> Void = { () throws(ProgramError) in }
    ) throws(ProgramError) {
        if unsent.isEmpty { closeInput() }
        let start = ContinuousClock.now
        while !hasExited {
            let left = patience - start.duration(to: .now).inSeconds
            guard left > 0 else { throw .silent }
            try pass(waiting: min(left, 0.01))
            if unsent.isEmpty { closeInput() }
            if received.count > Self.longestLine {
                otherBytes += received.count - 1
                received = received.suffix(1)
            }
            try check()
        }
        // What the pipes still contain.
        while isOutputOpen || isErrorOpen {
            let before = received.count + otherBytes
            try pass(waiting: 0)
            if received.count + otherBytes == before { break }
        }
        let status = end()
        if status != completion << 8 { throw .ended(status: Self.words(status)) }
    }

    /// Ends the program and all programs that it started.
    @discardableResult
    func end() -> Int32 {
        guard isRunning else { return 0 }
        isRunning = false
        let status = RunningPrograms.end(group)
        StrayPrograms.end(of: run)
        closeInput()
        close(output)
        close(error)
        return status
    }

    private var hasExited: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(group), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.process == group
    }

    /// The time in seconds between the end of a program's output and its own end, on a busy machine.
    private static let longestExit = 5.0

    /// The program's status after it closed its output. A program that keeps running is ended.
    private func waitForStatus() -> String {
        let start = ContinuousClock.now
        while !hasExited, start.duration(to: .now).inSeconds < Self.longestExit {
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

    /// Sends as much as the pipe accepts.
    private func send() {
        while !unsent.isEmpty, input >= 0 {
            let written = unsent.withUnsafeBytes { child_process_write(input, $0.baseAddress, $0.count) }
            if written > 0 {
                unsent = unsent.dropFirst(written)
            } else if written == -Int(EAGAIN) {
                return
            } else if written != -Int(EINTR) {
                // The program no longer reads; what it wrote tells why.
                unsent = []
                closeInput()
            }
        }
        if unsent.isEmpty { unsent = [] }
    }

    /// Waits until a pipe is ready, and reads and writes what is possible.
    private func pass(waiting seconds: Double) throws(ProgramError) {
        var pipes = [
            pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isErrorOpen ? error : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
        ]
        if !isOutputOpen, !isErrorOpen, unsent.isEmpty {
            usleep(UInt32(min(seconds, 0.01) * 1e6))
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
        if otherBytes > Self.mostBytes { throw .flood("more than \(Self.mostBytes / 1_000_000) MB of other output") }
    }

    /// Reads what a pipe contains. Returns whether the pipe is still open.
    private func read(_ descriptor: Int32, _ store: (UnsafeRawBufferPointer) -> Void) -> Bool {
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        store(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

extension siginfo_t {
    /// The process that the information is about; 0 for none.
    fileprivate var process: pid_t {
        #if canImport(Darwin)
        si_pid
        #else
        _sifields._sigchld.si_pid
        #endif
    }
}

/// The end of what a program writes to standard error. Memory does not grow with the output.
struct OutputTail {
    private static let longest = 4_096
    private var bytes: [UInt8] = []

    mutating func append(_ added: UnsafeRawBufferPointer) {
        bytes += added.suffix(Self.longest)
        if bytes.count > 2 * Self.longest { bytes.removeFirst(bytes.count - Self.longest) }
    }

    /// The last line that is not empty, shortened; nil without one.
    var lastLine: String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { Excerpt.text($0) }
    }
}

/// A part of a program's output for a message of one line.
enum Excerpt {
    private static let longest = 60

    static func text(_ output: some StringProtocol) -> String {
        let plain = String(output.unicodeScalars.map { 0x20...0x7E ~= $0.value ? Character($0) : "?" })
        return plain.count > longest ? "\(plain.prefix(longest))…" : plain
    }
}

/// A program with its arguments, working directory and limits.
struct ProgramCall: Sendable {
    /// The program in messages.
    let name: String
    /// The program and its arguments. No shell reads them.
    let command: [String]
    /// The working directory.
    let folder: String
    /// The longest time in seconds that Sextant waits for the program over one recording.
    let timeout: Double
    /// Variables of the environment that differ from those of this process.
    var variables: [String: String] = [:]
    /// The exit status of a program that has done its work.
    var completion: Int32 = 0
}

/// What a program did instead of answering.
enum ProgramError: Error, Hashable {
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program ended early, or with a status other than 0.
    case ended(status: String)
    /// No answer came within the time limit.
    case silent
    /// A line is too long, or there is too much output.
    case flood(String)
}

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

/// Programs that left their process group, or that a killed process left running.
///
/// A program inherits a variable with the folder of its run, which contains the process number of its owner. Only Linux
/// lists the variables of processes; elsewhere there are no strays to find.
enum StrayPrograms {
    /// The variable that marks programs. Its value is the folder of the run.
    static let mark = "SEXTANT_RUN"

    /// Ends the programs of a run.
    static func end(of run: String) {
        for (process, folder) in marked() where folder == run { kill(process, SIGKILL) }
    }

    /// Ends the programs that this process started.
    static func endOwn() {
        for (process, folder) in marked() where owner(of: folder) == getpid() { kill(process, SIGKILL) }
    }

    /// Ends the programs whose owner was killed.
    static func endAbandoned() {
        for (process, folder) in marked() {
            guard let owner = owner(of: folder), owner != getpid(), kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            kill(process, SIGKILL)
        }
    }

    /// The process number in the name of a run's folder; nil for other names.
    private static func owner(of folder: String) -> pid_t? {
        guard let mark = folder.range(of: "-tmp-", options: .backwards) else { return nil }
        let numbers = folder[mark.upperBound...].split(separator: "-")
        guard numbers.count == 2, let owner = pid_t(numbers[0]), owner > 0 else { return nil }
        return owner
    }

    /// The marked processes of this user in this container, with their run.
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
        // Another user's processes cannot be read.
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") else { return nil }
        let start = Data("\(mark)=".utf8)
        let variable = data.split(separator: 0).first { $0.starts(with: start) }
        return variable.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// The space in which process numbers count. Processes of containers have their own.
    private static func space(of process: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/pid")
    }
}

extension ProgramError {
    /// The failure for the user.
    ///
    /// - Parameters:
    ///   - call: the program.
    ///   - progress: how far the run was, such as "after 12 answers"; empty for a batch program.
    ///   - errorLine: the last line of standard error.
    ///   - drivers: the sensors whose samples the program must answer; empty for a batch program.
    func failure(
        of call: ProgramCall,
        _ progress: String,
        errorLine: String?,
        drivers: [SensorKind] = []
    ) -> InputError {
        let progress = progress.isEmpty ? "" : " \(progress)"
        let said = errorLine.map { " ('\($0)')" } ?? ""
        let program = call.command.first ?? ""
        return switch self {
        case .notStarted(let reason):
            InputError(
                file: call.name,
                message: "cannot start '\(program)': \(reason)",
                advice: "write a program in PATH or in the folder of the file"
            )
        case .ended(let status):
            InputError(
                file: call.name,
                message: "\(call.completion == 0 ? "the program" : "the library") ended with "
                    + "\(status)\(progress)\(said)",
                advice: call.completion == 0 ? "correct the program" : "correct the library"
            )
        case .silent:
            InputError(
                file: call.name,
                message: "no \(drivers.isEmpty ? "end" : "answer to the \(Self.names(drivers)) sample") within "
                    + "\(Self.text(call.timeout)) s\(progress)\(said)",
                advice: drivers.isEmpty
                    ? "raise 'timeout'" : "flush the output after each line, set 'driver', or raise 'timeout'"
            )
        case .flood(let what):
            InputError(
                file: call.name,
                message: "unexpected output: \(what)\(progress)\(said)",
                advice: "correct the program"
            )
        }
    }

    private static func names(_ sensors: [SensorKind]) -> String {
        sensors.map(\.rawValue).joined(separator: " and ")
    }

    private static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}
