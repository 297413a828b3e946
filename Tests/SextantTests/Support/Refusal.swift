import Foundation
import TestSupport
import Testing

/// Expectations for commands that reject their arguments or their input.
enum Refusal {
    /// The documented exit codes.
    static let usage: Int32 = 2
    static let badData: Int32 = 3
    static let environment: Int32 = 4

    /// Runs `sextant evaluate` with `--output`, and expects this line on standard error, this exit code, no standard output
    /// and no output directory.
    static func expect(
        _ arguments: [String],
        _ code: Int32,
        _ line: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(["evaluate"] + arguments + ["--output", directory.path])
        #expect(outcome.error == "sextant: \(line)\n", sourceLocation: location)
        #expect(outcome.code == code, sourceLocation: location)
        #expect(outcome.output == "", sourceLocation: location)
        #expect(!FileManager.default.fileExists(atPath: directory.path), sourceLocation: location)
    }

    /// Runs a command whose arguments ArgumentParser rejects, and expects this line, followed by the usage.
    static func expectUsage(
        _ arguments: [String],
        _ line: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await Command.run(arguments)
        #expect(outcome.error.hasPrefix("Error: \(line)\n"), "\(outcome.error)", sourceLocation: location)
        #expect(outcome.error.contains("Usage: sextant"), sourceLocation: location)
        #expect(outcome.code == usage, sourceLocation: location)
        #expect(outcome.output == "", sourceLocation: location)
    }
}
