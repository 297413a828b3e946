import CommandFuzzing
import Foundation

/// The main loop of LLVM's libFuzzer.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Runs a command for each input of the fuzzer.
///
/// `-close_fd_mask=3` separates the output of commands from the messages of the fuzzer.
@main
struct FuzzCommands {
    nonisolated(unsafe) private static var fuzzer: CommandFuzzer?
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var messages: Int32 = -1

    /// Regularly reports the number of runs of each command, because the fuzzer may end at any time.
    private static func report(_ fuzzer: CommandFuzzer) {
        count += 1
        guard count % 20_000 == 0 else { return }
        FuzzingProcess.wait {
            let commands = await fuzzer.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let codes = await fuzzer.codes.sorted { $0.key < $1.key }.map { "exit \($0.key): \($0.value)" }
            let text = "COMMANDS \((commands + codes).joined(separator: ", "))\n"
            _ = text.withCString { write(messages, $0, strlen($0)) }
        }
    }

    static func main() throws {
        let folder = FuzzingProcess.folder
        FuzzingProcess.isolate(folder: folder)
        let fuzzer = try CommandFuzzer(folder: folder)
        self.fuzzer = fuzzer
        messages = dup(STDERR_FILENO)
        FuzzingProcess.wait { await fuzzer.makeStore() }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status = runDriver(&count, &arguments) { bytes, count in
            guard let fuzzer = FuzzCommands.fuzzer else { return 0 }
            let input = Array(UnsafeBufferPointer(start: bytes, count: count))
            FuzzingProcess.wait { await fuzzer.run(input) }
            FuzzCommands.report(fuzzer)
            return 0
        }
        FuzzingProcess.wait { await fuzzer.clear() }
        exit(status)
    }
}
