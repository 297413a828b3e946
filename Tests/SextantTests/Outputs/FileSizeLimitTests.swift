import Foundation
import TestSupport
import Testing

/// A limit of the size of files, as `ulimit -f` sets it.
struct FileSizeLimitTests {
    /// The limit in blocks of 512 bytes: an empty store fits, and no output of these commands.
    private static let blocks = 80

    @Test(arguments: [
        "simulate pan --duration 60 --output out", "convert pan --output out", "convert pan --to tum --output out.tum",
        "filter pan/gyroscope.csv --filter lowPass:alpha=0.5 --columns x --output out.csv",
        "deltas many.json --store places.sqlite --quiet",
        "evaluate pan --pipeline triad --estimates --output out --quiet",
    ])
    func `A file size limit is an environment error and leaves no temporary files`(command: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/pan",
            withDestinationPath: InputFixture.pan
        )
        let places = (1...3_000).map {
            "{\"id\":\($0),\"changed\":1,\"name\":\"place \($0)\",\"latitude\":1,\"longitude\":2}"
        }
        try folder.write("{\"additions\":[\(places.joined(separator: ","))]}", to: "many.json")
        let outcome = try await Command.shell(
            "cd '\(folder.url.path)' && ulimit -f \(Self.blocks) && exec sextant \(command)"
        )
        #expect(outcome.code == Refusal.environment, "\(outcome.error)")
        #expect(outcome.error.hasPrefix("sextant: "), "\(outcome.error)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(Set(names).subtracting(["many.json", "pan", "places.sqlite"]) == [], "\(names)")
    }
}
