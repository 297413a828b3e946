import Foundation
import Recordings
import SensorSimulation
import TestSupport
import Testing

/// `sextant simulate`, and `sextant evaluate` over its recordings.
struct SimulateCommandTests {
    private static func simulate(_ scenario: String, _ arguments: [String], to path: String) async throws {
        let outcome = try await Command.run(["simulate", scenario, "--output", path] + arguments)
        #expect(outcome.error == "")
        #expect(outcome.code == 0)
    }

    private static func contents(_ folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
        )
    }

    @Test func `The same seed produces the same bytes, and another seed the same reference with other noise`()
        async throws
    {
        let folder = try TemporaryFolder()
        let paths = ["first", "second", "other"].map { folder.url.appendingPathComponent($0).path }
        for (path, seed) in zip(paths, ["5", "5", "6"]) {
            try await Self.simulate("pan", ["--duration", "3s", "--seed", seed], to: path)
        }
        let (first, second, other) = (
            try Self.contents(paths[0]), try Self.contents(paths[1]), try Self.contents(paths[2])
        )
        #expect(first == second)
        #expect(first["reference.csv"] == other["reference.csv"])
        for name in ["accelerometer.csv", "gyroscope.csv", "magnetometer.csv", "location.csv"] {
            #expect(first[name] != other[name], "\(name)")
        }
        #expect(first.count == 9)
    }

    @Test(arguments: ScenarioCatalogue.entries.map(\.name))
    func `Every scenario with every noise is evaluated without a warning`(scenario: String) async throws {
        let folder = try TemporaryFolder()
        for noise in NoiseCatalogue.builtIn.map(\.name) {
            let path = folder.url.appendingPathComponent(noise).path
            try await Self.simulate(scenario, ["--noise", noise, "--duration", "20"], to: path)
            let outcome = try await Command.run(["evaluate", path, "--pipeline", "triad", "--strict", "--quiet"])
            #expect(outcome.error == "", "\(noise)")
            #expect(outcome.code == 0)
        }
    }

    @Test func `The streams have the requested rates`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("out").path
        let arguments = ["--noise", "none", "--duration", "10", "--rate", "50", "--rate", "gyroscope=200Hz"]
        try await Self.simulate("still", arguments, to: path)
        let recording = try RecordingReader().read(path: path)
        #expect(recording.accelerometer?.count == 501 && recording.magnetometer?.count == 501)
        #expect(recording.gyroscope?.count == 2_001)
    }

    @Test(arguments: [
        (["simulate", "stil"], "did you mean 'still'?"),
        (["simulate", "still", "--noise", "iphone4"], "did you mean 'iphone4s'?"),
        (["simulate", "still", "--duration", "0"], "from 0.01 to 31,536,000"),
        (["simulate", "still", "--rate", "gyro=3"], "the noise iphone4s describes no stream 'gyro'"),
        (["simulate", "still", "--rate", "fast"], "where HZ is a number from 0.001 to 100,000"),
    ])
    func `An impossible simulation is a usage error, and writes nothing`(
        arguments: [String],
        words: String
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(arguments + ["--output", path])
        #expect(outcome.code == 2)
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `A folder with other streams is rejected`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("t,x,y,z\n", to: "out/gyroscope.csv")
        let path = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["simulate", "still", "--noise", "iphone3gs", "--output", path])
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("files of another recording would remain in the folder: gyroscope.csv"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["gyroscope.csv"])
    }

    @Test(arguments: ["INT", "TERM"])
    func `After a signal neither the files nor the folder exist`(signal: String) async throws {
        let folder = try TemporaryFolder()
        let script = """
            cd '\(folder.url.path)'
            sextant simulate pan --duration 10h --output out --quiet & child=$!
            until ls -A out 2>/dev/null | grep -q tmp-; do sleep 0.02; done
            kill -\(signal) $child; wait $child; echo $?; ls -A
            """
        let outcome = try await Command.shell(script)
        #expect(outcome.output == (signal == "INT" ? "130\n" : "143\n"), "\(outcome.error)")
    }
}
