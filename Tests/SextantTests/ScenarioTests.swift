import Evaluation
import Foundation
import TestSupport
import Testing

/// `sextant evaluate --scenario`.
struct ScenarioTests {
    private static let arguments = [
        "--scenario", "step-yaw:angle=45", "--seeds", "3", "--seed", "7", "--noise", "nexus5", "--pipeline",
        "gyroscope",
        "--pipeline", "triad",
    ]

    @Test func `Each seed is a recording, whatever the number of jobs`() async throws {
        let one = try await Evaluated(Self.arguments + ["--jobs", "1"])
        let two = try await Evaluated(Self.arguments + ["--jobs", "2"])
        #expect(try one.lasting == two.lasting)
        let names = one.results.runs.map(\.recording.name)
        #expect(names == [7, 7, 8, 8, 9, 9].map { "step-yaw:angle=45/seed-\($0)" })
        #expect(Set(one.results.runs.compactMap { $0.metrics[.totalRMSE] }).count == 6)
        #expect(try one.text(of: "report.md").contains("## Mean over 3 recordings"))
    }

    @Test func `A recording in memory is the one that simulate writes`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("out").path
        let made = try await Command.run(["simulate", "step-yaw", "--seed", "3", "--output", path])
        #expect(made.code == 0)
        let both = try await Evaluated([path, "--scenario", "step-yaw", "--seed", "3", "--pipeline", "triad"])
        let errors = both.results.runs.compactMap { $0.metrics[.totalRMSE] }
        #expect(both.results.runs.map(\.recording.name) == ["step-yaw", "step-yaw/seed-3"])
        // Degrees: files have 6 decimals of m/s² and 4 of µT.
        #expect(abs(errors[0] - errors[1]) < 0.001)
        let rises = both.results.runs.compactMap { $0.metrics[.stepRise] }
        // Milliseconds, for the same reason.
        #expect(rises.count == 2 && abs(rises[0] - rises[1]) < 0.1)
    }

    @Test func `A chirp has its frequency response in every report`() async throws {
        let evaluated = try await Evaluated(["--scenario", "chirp", "--noise", "none", "--pipeline", "triad+delay"])
        let points = try #require(evaluated.results.runs.first?.frequencyResponse?.points)
        #expect(points.count == 7)
        #expect(evaluated.outcome.output.contains("frequency response: triad+delay"))
        #expect(try evaluated.text(of: "report.md").contains("Frequency response:"))
        let json = try JSONSerialization.jsonObject(with: Data(try evaluated.text(of: "results.json").utf8))
        let runs = try #require((json as? [String: Any])?["runs"] as? [[String: Any]])
        let first = try #require((runs.first?["frequency_response"] as? [[String: Any]])?.first)
        #expect(Set(first.keys) == ["frequency_hz", "gain", "phase_deg", "delay_ms", "coherence"])
    }

    @Test(arguments: [
        ([InputFixture.pan, "--seeds", "3"], "--seeds is for --scenario; name one, or take it out."),
        ([InputFixture.pan, "--noise", "none"], "--noise is for --scenario; name one, or take it out."),
        (["--scenario", "still", "--seeds", "0"], "--seeds is 0; give a whole number from 1 to 10,000."),
        (["--scenario", "still", "--scenario", "still"], "--scenario still is given twice; take one out."),
    ])
    func `What means nothing is refused`(arguments: [String], message: String) async throws {
        try await Refusal.expectUsage(["evaluate"] + arguments, message)
    }

    @Test func `An unknown scenario, with the name that was meant`() async throws {
        let outcome = try await Command.run(["evaluate", "--scenario", "step-jaw"])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains("did you mean 'step-yaw'?"))
    }
}
