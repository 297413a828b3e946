import Foundation
import TestSupport
import Testing

/// Commands over recordings of which nothing can be measured.
@Suite("Nothing was measured")
struct UnmeasuredTests {
    private static let accelerometer = "t,x,y,z\n" + (0..<300).map { "\(Double($0) / 100),0,0,9.81\n" }.joined()
    private static let line = "sextant: walk: nothing was measured: the recording has no magnetometer\n"

    @Test func `evaluate shows its table, names the reason and exits with 3`() async throws {
        let input = try InputFixture(accelerometer: Self.accelerometer)
        let outcome = try await Command.run(["evaluate", input.path, "--pipeline", "triad"])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error == Self.line)
        #expect(outcome.output.hasPrefix("walk · 2.99 s · 300 samples\n"))
    }

    @Test func `A recording with a figure of one pipeline is measured`() async throws {
        let outcome = try await Command.run([
            "evaluate", InputFixture.pan, "--pipeline", "triad", "--pipeline", "compassHeading",
        ])
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
    }

    @Test func `One recording of several without a figure is named, and the exit code is 3`() async throws {
        let input = try InputFixture(accelerometer: Self.accelerometer)
        let outcome = try await Command.run([
            "evaluate", InputFixture.pan, input.path, "--pipeline", "triad", "--quiet",
        ])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error == Self.line)
    }

    @Test func `systems exits with 3`() async throws {
        let input = try InputFixture(accelerometer: Self.accelerometer)
        let outcome = try await Command.run(["systems", input.path, "--system", "ibetelgeuse", "--quiet"])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error == Self.line)
    }

    @Test(arguments: ["triad", "{spec: mahony, grid: {kp: [0.5, 1]}}"])
    func `run exits with 3 after its report`(_ pipeline: String) async throws {
        let input = try InputFixture(accelerometer: Self.accelerometer)
        let file = try input.folder.write(
            "name: nothing\nrecordings: [walk]\npipelines: [\(pipeline)]\n",
            to: "nothing.yaml"
        )
        let output = input.folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["run", file, "--output", output, "--quiet"])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("sextant: walk: nothing was measured: the recording has no "))
        #expect(FileManager.default.fileExists(atPath: output + "/results.sqlite"))
    }
}
