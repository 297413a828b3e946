import Foundation
import TestSupport
import Testing

/// Inputs for which a command once ended the process, or never ended, as the fuzzer in `Fuzz` found them.
struct FuzzedCommandTests {
    private static let corpus = Package.root.appendingPathComponent("Fuzz/Corpus/commands")

    /// The program that replays them limits the time of each.
    @Test func `Every kept input ends its command with an exit code`() async throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        let outcome = try await Command.replay(files.map(\.path).sorted())
        let last = outcome.error.split(separator: "\n").last ?? ""
        #expect(outcome.code == 0, "the process ended at \(last)")
    }
}
