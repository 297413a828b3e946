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

    @Test func `Each seed is a recording, and the number of jobs does not matter`() async throws {
        let one = try await Evaluated(Self.arguments + ["--jobs", "1"])
        let two = try await Evaluated(Self.arguments + ["--jobs", "2"])
        #expect(try one.lasting == two.lasting)
        let names = one.results.runs.map(\.recording.name)
        #expect(names == [7, 7, 8, 8, 9, 9].map { "step-yaw:angle=45/seed-\($0)" })
        #expect(Set(one.results.runs.compactMap { $0.metrics[.totalRMSE] }).count == 6)
        #expect(try one.text(of: "report.md").contains("## Mean over 3 recordings"))
    }

    /// The difference of errors in degrees: files have 6 decimals of m/s² and 4 of µT.
    private static let writtenDegrees = 0.001
    /// The difference of rise times in milliseconds, for the same reason.
    private static let writtenMilliseconds = 0.1

    @Test func `A recording that is simulated in memory equals the one that simulate writes`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("out").path
        let made = try await Command.run(["simulate", "step-yaw", "--seed", "3", "--output", path])
        #expect(made.code == 0)
        let both = try await Evaluated([path, "--scenario", "step-yaw", "--seed", "3", "--pipeline", "triad"])
        let errors = both.results.runs.compactMap { $0.metrics[.totalRMSE] }
        #expect(both.results.runs.map(\.recording.name) == ["step-yaw", "step-yaw/seed-3"])
        #expect(abs(errors[0] - errors[1]) < Self.writtenDegrees)
        let rises = both.results.runs.compactMap { $0.metrics[.stepRise] }
        #expect(rises.count == 2 && abs(rises[0] - rises[1]) < Self.writtenMilliseconds)
    }

    @Test func `The table, report.md and results.json of a chirp have the frequency response`() async throws {
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
        ([InputFixture.pan, "--seeds", "3"], "--seeds requires --scenario; add --scenario, or remove --seeds."),
        ([InputFixture.pan, "--noise", "none"], "--noise requires --scenario; add --scenario, or remove --noise."),
        (["--scenario", "still", "--seeds", "0"], "--seeds is 0; use a whole number from 1 to 10,000."),
        (["--scenario", "still", "--scenario", "still"], "--scenario still is given twice; remove one."),
    ])
    func `Wrong options of a scenario are usage errors`(arguments: [String], message: String) async throws {
        try await Refusal.expectUsage(["evaluate"] + arguments, message)
    }

    @Test func `The error of an unknown scenario suggests a name`() async throws {
        let outcome = try await Command.run(["evaluate", "--scenario", "step-jaw"])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.contains("did you mean 'step-yaw'?"))
    }
}
