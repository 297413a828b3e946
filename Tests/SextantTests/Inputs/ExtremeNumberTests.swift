import Foundation
import SensorModel
import TestSupport
import Testing

/// Extreme numbers in the inputs of the built command: an answer or an error, in bounded time and memory.
struct ExtremeNumberTests {
    private let folder: TemporaryFolder
    private static let limits = "ulimit -v 4000000; ulimit -t 20; timeout 300 sextant"

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command in the folder.
    private func run(_ arguments: String) async throws -> Command.Outcome {
        let outcome = try await Command.shell("cd '\(folder.url.path)'; \(Self.limits) \(arguments)")
        let code = try #require(outcome.code, "\(arguments): ended by a signal")
        // 124 is a timeout; 128 and above are signals.
        #expect((0...4).contains(code), "\(arguments): \(code) \(outcome.error.suffix(300))")
        return outcome
    }

    private func expectRefusal(_ arguments: String, _ code: Int32, _ words: String) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == code, "\(arguments): \(outcome.error)")
        #expect(outcome.error.contains(words), "\(arguments): \(outcome.error)")
    }

    @Test(arguments: ["1e155", "1e200", "1.7976931348623157e308", "9.97e36"])
    func `Extreme cells do not make inspect loop forever`(cell: String) async throws {
        try folder.write("t,x,latitude\n0,1,48\n0.1,\(cell),\(cell)\n0.2,-\(cell),-\(cell)\n", to: "a.csv")
        let text = try await run("inspect a.csv")
        #expect(text.code == 0)
        let json = try await run("inspect --json a.csv")
        #expect(json.code == 0, "\(json.error)")
        #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    }

    /// The files claim large sizes and depths. A refusal takes about 0.1 s; waits on a busy machine do not count.
    @Test(arguments: ["hostile-nested.mat", "hostile-size.mat", "hostile-packed.mat", "hostile-size.hdf5"])
    func `A hostile file is refused within 5 s of processor time`(name: String) async throws {
        let path = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/matrices/\(name)").path
        let outcome = try await Command.shell("ulimit -t 5; sextant inspect '\(path)'")
        #expect(outcome.code == Refusal.badData, "\(outcome.error)")
    }

    @Test func `Extreme timestamps are read or rejected`() async throws {
        for cell in ["1e18", "9.97e36", "-1e155", "1.7976931348623157e308"] {
            let rows = cell.hasPrefix("-") ? "\(cell),0,0,9.81\n1,0,0,9.81\n" : "0,0,0,9.81\n\(cell),0,0,9.81\n"
            try folder.write("name: a\n", to: "a/recording.yaml")
            try folder.write("t,x,y,z\n" + rows, to: "a/accelerometer.csv")
            let outcome = try await run("inspect a")
            #expect(outcome.code == (cell == "1e18" ? 0 : Refusal.badData), "\(cell): \(outcome.error)")
        }
    }

    @Test func `A clock offset beyond 1e10 s is bad data`() async throws {
        try folder.write("name: a\nclockOffsets: {accelerometer: 1e18}\n", to: "a/recording.yaml")
        try folder.write("t,x,y,z\n0,0,0,9.81\n1,0,0,9.81\n", to: "a/accelerometer.csv")
        try await expectRefusal(
            "inspect a",
            Refusal.badData,
            "recording.yaml:2:31: clock offset '1e18' must be a number from -1e10 to 1e10 s"
        )
    }

    @Test(arguments: ["1e30", "1e8", "-5", "0"])
    func `The duration in an experiment has the range of the option`(duration: String) async throws {
        try folder.write(
            "recordings:\n  - {scenario: still, duration: \(duration)}\npipelines: [triad]\n",
            to: "e.yaml"
        )
        try await expectRefusal(
            "run e.yaml --dry-run",
            Refusal.badData,
            "e.yaml:2:33: duration '\(duration)' must be a number from 0.01 to 31,536,000 s"
        )
        try await expectRefusal(
            "simulate still --duration=\(duration) --output o",
            Refusal.usage,
            "from 0.01 to 31,536,000"
        )
    }

    @Test func `A year of samples in memory is rejected`() async throws {
        try folder.write("recordings:\n  - {scenario: still, duration: 3e7}\npipelines: [triad]\n", to: "e.yaml")
        try await expectRefusal(
            "run e.yaml --dry-run",
            Refusal.badData,
            "a simulation of 30000000 s has 1.4e10 samples, but may have at most 1e7"
        )
    }

    @Test(arguments: [
        ("scene pan --turn 1e308", "--turn is 1e+308; use a number from -3,600 to 3,600 degrees."),
        (
            "systems pan --picture p.svg --seconds 1e30",
            "--seconds is 1e+30; use a number more than 0 and at most 86,400 s."
        ),
        ("rpe a b --delta-unit metres --delta 1e300", "--delta is 1e+300; use a number of metres above 0, up to"),
        ("distances --random 9223372036854775807", "--random is 9223372036854775807; use a whole number from 1 to"),
        (
            "evaluate pan --jobs 9223372036854775807",
            "--jobs is 9223372036854775807; use a whole number from 1 to 1,024."
        ),
        ("simulate shake:frequency=1e155 --output o", "more than 0 and at most 1e9"),
    ])
    func `Options beyond their range are rejected`(arguments: String, words: String) async throws {
        try await expectRefusal(arguments, Refusal.usage, words)
    }

    @Test(arguments: ["1e155", "-1e200", "1.7976931348623157e308"])
    func `Trajectories with positions beyond 1e18 m are bad data`(cell: String) async throws {
        let rows = (0..<20).map { "\($0) \($0 == 9 ? cell : "\($0)") 0 0 0 0 0 1" }
        try folder.write(rows.joined(separator: "\n") + "\n", to: "a.txt")
        try await expectRefusal(
            "rpe a.txt a.txt --all-pairs --delta-unit metres",
            Refusal.badData,
            " must be a number from -1e18 to 1e18 m"
        )
    }

    @Test func `Simulated values are written with an arm of 1e9 m and noise of 1e9`() async throws {
        try folder.write("noise: x\naccelerometer: {rate: 10, noise: 1e9, step: 1e-320}\n", to: "n.yaml")
        let outcome = try await run("simulate pan:arm=1e9 --duration 2 --noise n.yaml --output o")
        #expect(outcome.code == 0, "\(outcome.error)")
    }
}
