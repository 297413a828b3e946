import Foundation
import TestSupport
import Testing

/// Places that results cannot go to.
struct BadOutputTests {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: ["list metrics", "--help"])
    func `A full disk behind standard output is the surroundings' fault`(arguments: String) async throws {
        let outcome = try await Command.shell("sextant \(arguments) > /dev/full")
        #expect(outcome.error.hasPrefix("sextant: "), "\(outcome.error.prefix(200))")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `A closed standard output is the surroundings' fault`() async throws {
        let outcome = try await Command.shell("sextant list metrics >&-")
        #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error.prefix(200))")
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `An output directory without a name is wrong usage`() async throws {
        // The recording is not there either, so that nothing is written whatever happens.
        let outcome = try await Command.run(["evaluate", "no/such/walk", "--output", ""])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains("--output"), "\(outcome.error)")
    }

    @Test func `An output directory that cannot be made is noticed before the recordings are read`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("kept", to: "file")
        let outcome = try await Command.run(["evaluate", "no/such/walk", "--output", "\(file)/out"])
        #expect(outcome.error.contains("\(file)/out"), "\(outcome.error)")
        #expect(outcome.code == Refusal.environment)
    }

    @Test func `A stage without parameters says so`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "triad:alpha=2"])
        #expect(outcome.code == Refusal.usage)
        #expect(!outcome.error.contains("one of ;"), "\(outcome.error)")
    }

    @Test func `An unknown stage in a YAML pipeline is named with its line`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("- triad\n- lowPas\n", to: "smooth.yaml")
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", path])
        #expect(outcome.error.hasPrefix("sextant: \(path):2:"), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; did you mean 'lowPass'?\n"))
    }
}
