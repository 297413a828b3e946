import CommandFuzzing
import Foundation

/// Runs the commands of stored or numbered inputs, one after another.
///
///     replay-commands [--loud] FILE…
///     replay-commands --literal FILE LITERAL
///     replay-commands --numbers FIRST COUNT NOTE
///
/// `--literal` writes the command and the files of an input to LITERAL, in the form of `Fuzz/Corpus/commands`.
///
/// Standard error names each input before its command runs, and its duration afterwards. `--loud` shows the arguments
/// and the output of the command, and keeps its files.
///
/// With `--numbers`, the file NOTE contains the number of the running input, which identifies a command that crashes
/// the process; `--write N FILE` writes that input. A command that takes more than 10 s of processor time (100 s in a
/// debug build) ends the process.
@main
struct ReplayCommands {
    /// The limits of a command: seconds of processor time, and seconds of real time for a command that waits.
    #if DEBUG
    /// Commands are about ten times slower without optimisation.
    private static let longest = 100
    #else
    private static let longest = 10
    #endif
    private static let longestWait: UInt32 = 600

    static func main() async throws {
        var words = Array(CommandLine.arguments.dropFirst())
        if words.first == "--write", words.count == 3, let number = UInt64(words[1]) {
            return try Data(CommandFuzzer.input(number: number)).write(to: URL(fileURLWithPath: words[2]))
        }
        let folder = FuzzingProcess.folder
        FuzzingProcess.isolate(folder: folder)
        let fuzzer = try CommandFuzzer(folder: folder)
        let isLoud = words.first == "--loud"
        if isLoud { words.removeFirst() }
        let messages = isLoud ? STDERR_FILENO : FuzzingProcess.silence()
        await fuzzer.makeStore()
        if words.first == "--literal", words.count == 3 {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: words[1])))
            try Data(await fuzzer.literal(of: input) ?? []).write(to: URL(fileURLWithPath: words[2]))
        } else if words.first == "--numbers", words.count == 4, let first = UInt64(words[1]),
            let count = UInt64(words[2])
        {
            try await run(first..<first + count, note: words[3], fuzzer, messages)
        } else {
            try await run(words, isLoud: isLoud, fuzzer, messages)
        }
        if !isLoud { await fuzzer.clear() }
    }

    private static func run(
        _ paths: [String],
        isLoud: Bool,
        _ fuzzer: CommandFuzzer,
        _ messages: Int32
    ) async throws {
        for path in paths {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            say(path, to: messages)
            if isLoud, input.first != 0xFF {
                let words = await fuzzer.write(input) ?? []
                say(": \(words.joined(separator: " "))\n", to: messages)
            }
            limitTime()
            let start = ContinuousClock.now
            await fuzzer.replay(input)
            say(" \(start.duration(to: .now))\n", to: messages)
        }
    }

    private static func run(
        _ numbers: Range<UInt64>,
        note: String,
        _ fuzzer: CommandFuzzer,
        _ messages: Int32
    ) async throws {
        let descriptor = open(note, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return say("\(note) cannot be written\n", to: messages) }
        let start = ContinuousClock.now
        var times: [String: Duration] = [:]
        for number in numbers {
            _ = "\(number)\n".withCString { pwrite(descriptor, $0, strlen($0), 0) }
            limitTime()
            let begin = ContinuousClock.now
            let command = await fuzzer.run(CommandFuzzer.input(number: number))
            times[command ?? "", default: .zero] += begin.duration(to: .now)
        }
        let counts = await fuzzer.counts
        for (command, time) in times.sorted(by: { $0.value > $1.value }) {
            say("\(command): \(counts[command] ?? 0) times, \(time)\n", to: messages)
        }
        say("exit codes \(await fuzzer.codes), \(start.duration(to: .now))\n", to: messages)
    }

    /// Sets the time limits of the next command. After them, a signal ends the process.
    private static func limitTime() {
        var limit = itimerval()
        limit.it_value.tv_sec = longest
        #if os(Linux)
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
        #else
        setitimer(ITIMER_PROF, &limit, nil)
        #endif
        alarm(longestWait)
    }

    private static func say(_ text: String, to descriptor: Int32) {
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
    }
}
