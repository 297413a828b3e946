import Foundation
import TestSupport
import Testing

/// Whole commands on random recordings, files and options with extreme numbers in them, by `replay-commands`.
struct ExtremeInputTests {
    /// Cases of every run; `SEXTANT_PROPERTY_CASES` asks for more.
    private static let cases = Extremes.cases(usual: 600, environment: ProcessInfo.processInfo.environment)

    /// Each command has 10 s of processor time, 100 s in a debug build. An exit code of the process other than 0 is a trap, a hang, or too much
    /// memory.
    @Test func `Any number in any cell, stamp or option is an answer or an error`() async throws {
        let folder = try TemporaryFolder()
        let note = folder.url.appendingPathComponent("note").path
        let line = "ulimit -v 6000000; replay-commands --numbers 1 \(Self.cases) '\(note)'"
        let outcome = try await Command.shell(line)
        let last = (try? String(contentsOfFile: note, encoding: .utf8)) ?? "none"
        #expect(outcome.code == 0, "the process ended at input \(last): \(outcome.error.suffix(300))")
        #expect(outcome.error.contains("exit codes"))
    }
}
