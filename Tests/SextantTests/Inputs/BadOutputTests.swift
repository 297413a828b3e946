import Foundation
import TestSupport
import Testing

/// Outputs that cannot be written.
struct BadOutputTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: ["list metrics", "--help"])
    func `Standard output to a full disk is an environment error`(arguments: String) async throws {
        let outcome = try await Command.shell("sextant \(arguments) > /dev/full")
        #expect(outcome.error.hasPrefix("sextant: "), "\(outcome.error.prefix(200))")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `A closed standard output is an environment error`() async throws {
        let outcome = try await Command.shell("sextant list metrics >&-")
        #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error.prefix(200))")
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `An empty output directory is a usage error`() async throws {
        // The recording does not exist, so that nothing is written even if the check is missing.
        let outcome = try await Command.run(["evaluate", "no/such/walk", "--output", ""])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains("--output"), "\(outcome.error)")
    }

    @Test func `An output directory is checked before recordings are read`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("kept", to: "file")
        let outcome = try await Command.run(["evaluate", "no/such/walk", "--output", "\(file)/out"])
        #expect(outcome.error.contains("\(file)/out"), "\(outcome.error)")
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `The error of a parameter for a stage without parameters has no empty list`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "triad:alpha=2"])
        #expect(outcome.code == Refusal.usage)
        #expect(!outcome.error.contains("one of ;"), "\(outcome.error)")
    }

    @Test func `An unknown stage in a YAML pipeline is an error with its line`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("- triad\n- lowPas\n", to: "smooth.yaml")
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", path])
        #expect(outcome.error.hasPrefix("sextant: \(path):2:"), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; did you mean 'lowPass'?\n"))
    }
}
