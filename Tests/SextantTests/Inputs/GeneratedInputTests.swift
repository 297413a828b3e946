import Foundation
import TestSupport
import Testing

/// Inputs that are generated: the fuzzer's corpus, and random recordings, files and options with extreme numbers.
struct GeneratedInputTests {
    private static let corpus = Package.root.appendingPathComponent("Fuzz/Corpus/commands")

    /// Cases of every run; `SEXTANT_PROPERTY_CASES` sets a larger number.
    private static let cases = Extremes.cases(usual: 600, environment: ProcessInfo.processInfo.environment)

    /// Inputs that once crashed or blocked a command. `replay-commands` limits the time of each.
    @Test func `Every input of the corpus ends with an exit code`() async throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        let outcome = try await Command.replay(files.map(\.path).sorted())
        let last = outcome.error.split(separator: "\n").last ?? ""
        #expect(outcome.code == 0, "the process ended at \(last)")
    }

    /// Each command has 10 s of processor time, 100 s in a debug build. An exit code of the process other than 0 means a
    /// trap, a timeout, or too much memory.
    @Test func `Random extreme numbers in cells, timestamps and options end with an answer or an error`() async throws {
        let folder = try TemporaryFolder()
        let note = folder.url.appendingPathComponent("note").path
        let line = "ulimit -v 6000000; replay-commands --numbers 1 \(Self.cases) '\(note)'"
        let outcome = try await Command.shell(line)
        let last = (try? String(contentsOfFile: note, encoding: .utf8)) ?? "unknown"
        #expect(outcome.code == 0, "the process ended at input \(last): \(outcome.error.suffix(300))")
        #expect(outcome.error.contains("exit codes"))
    }
}
