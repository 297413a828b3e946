import Foundation
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of simulated recordings as files, and of scenario and noise files.
struct SimulationFilesTests {
    private static func write(_ simulation: Simulation) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for file in simulation.files() {
            var content: [UInt8] = []
            while let piece = file.next() { content += piece.bytes }
            try folder.write(content, to: file.name)
        }
        return folder
    }

    private static func simulation(_ scenario: String, noise: String, seed: UInt64 = 3) throws -> Simulation {
        Simulation(
            try ScenarioCatalogue.scenario(scenario, duration: 5),
            noise: try NoiseCatalogue.noise(named: noise),
            seed: seed
        )
    }

    /// Half of the last decimal of the field in µT, on three axes.
    static let vectorTolerance = 9e-5
    /// Rounding of quaternions to nine decimals, in radians.
    static let orientationTolerance = 1e-8
    /// Rounding of the declination to nine decimals, in degrees.
    static let declinationTolerance = 1e-9

    @Test(arguments: NoiseCatalogue.builtIn.map(\.name))
    func `Sensors, attitude and reference of a simulated recording are read with the written digits`(
        noise: String
    ) throws {
        let simulation = try Self.simulation("walk", noise: noise)
        let made = simulation.recording()
        let folder = try Self.write(simulation)
        let read = try RecordingReader().read(path: folder.url.path)
        #expect(read.name == "walk")
        #expect(read.simulation == made.simulation)
        #expect(read.leftOut == [:])
        #expect(
            abs((read.declination?.degrees ?? 0) - (made.declination?.degrees ?? 1)) < Self.declinationTolerance
        )
        for stream in [\Recording.accelerometer, \.gyroscope, \.magnetometer] {
            #expect(read[keyPath: stream]?.count == made[keyPath: stream]?.count)
            let (left, right) = (read[keyPath: stream]?.values ?? [], made[keyPath: stream]?.values ?? [])
            #expect(zip(left, right).allSatisfy { ($0 - $1).length < Self.vectorTolerance })
        }
        #expect(read.heading?.count == made.heading?.count)
        #expect(read.location?.count == made.location?.count)
        #expect(read.attitude?.count == made.attitude?.count)
        #expect(
            zip(read.attitude?.values ?? [], made.attitude?.values ?? []).allSatisfy {
                $0.angle(to: $1).radians < Self.orientationTolerance
            }
        )
        #expect(read.origin == made.origin)
        #expect(read.pose?.count == made.pose?.count)
        let (left, right) = (try #require(read.reference), try #require(made.reference))
        #expect(left.positions?.count == left.times.count)
        #expect(
            zip(left.orientations, right.orientations).allSatisfy {
                $0.angle(to: $1).radians < Self.orientationTolerance
            }
        )
    }

    @Test func `Events and parameters are read back from recording.yaml`() throws {
        let folder = try Self.write(try Self.simulation("chirp:axis=roll,amplitude=3deg", noise: "none"))
        let description = try #require(try RecordingReader().read(path: folder.url.path).simulation)
        #expect(description.scenario == "chirp" && description.seed == 3 && description.noise == "none")
        #expect(description.parameters["axis"] == .word("roll"))
        #expect(description.parameters["amplitude"] == .number(3))
        let event = SimulationEvent(
            .chirp,
            from: 2,
            to: 4,
            axis: .roll,
            size: 3,
            startFrequency: 0.1,
            endFrequency: 5
        )
        #expect(description.events == [event])
    }

    @Test func `A misspelt kind of an event is an error with its line`() throws {
        let folder = try TemporaryFolder()
        let text = """
            name: x
            simulation:
              scenario: still
              duration: 1
              seed: 1
              noise: none
              events:
                - {kind: stepp, from: 1, to: 2, axis: azimuth, size: 3}
            """
        try folder.write(text, to: "recording.yaml")
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: folder.url.path) }
        let message = try #require(error).description
        #expect(
            message.hasSuffix(
                "recording.yaml:8:14: kind 'stepp' must be one of step, sine, chirp; did you mean 'step'?"
            )
        )
    }

    @Test func `The page about simulation lists every scenario and every noise model`() throws {
        let path = Package.root.appendingPathComponent(
            "Sources/SensorSimulation/SensorSimulation.docc/SensorSimulation.md"
        )
        let page = try String(contentsOf: path, encoding: .utf8)
        for name in ScenarioCatalogue.entries.map(\.name) + NoiseCatalogue.builtIn.map(\.name) {
            #expect(page.contains("| `\(name)` |"), "\(name)")
        }
        for noise in NoiseCatalogue.builtIn where !noise.chosen.isEmpty {
            let chosen = noise.chosen.map { "`\($0)`" }.joined(separator: ", ")
            #expect(page.contains("| `\(noise.name)` | \(chosen) |"), "\(noise.name)")
        }
    }

    private static let script = """
        scenario: nod
        duration: 6
        start: {azimuth: 90, pitch: -10}
        segments:
          - {move: azimuth, by: 45, from: 1, to: 2}
          - {swing: pitch, by: 5, frequency: 2, from: 2, to: 5}
          - {move: up, by: 0.5, from: 1.5, to: 3}
        """

    @Test func `A scenario file determines duration, events and final state`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.script, to: "nod.yaml")
        let scenario = try ScenarioCatalogue.scenario(path)
        #expect(scenario.name == "nod" && scenario.duration == 6)
        #expect(scenario.events.map(\.kind) == [.step, .step, .sine])
        let end = scenario.motion.state(at: 6)
        #expect(end.position == Vector3(0, 0, 0.5))
        let camera = end.orientation.rotate(Vector3(0, 0, -1))
        // Azimuth 135°, pitch −10°: cos 10° sin 135°, cos 10° cos 135°, −sin 10°, to eleven decimals.
        let digits = 1e-10
        #expect((camera - Vector3(0.696_364_240_32, -0.696_364_240_32, -0.173_648_177_67)).length < digits)
    }

    @Test(arguments: [
        ("by: 45", "byy: 45", "5:21: unknown key 'byy'"),
        ("move: azimuth", "move: azimut", "did you mean 'azimuth'?"),
        ("to: 2}", "to: 0.5}", "'to' (0.5 s) must be later than 'from'"),
        ("frequency: 2", "frequency: 0", "frequency 0.0 must be more than 0"),
        ("swing: pitch, ", "", "'move' or 'swing' is missing"),
        ("duration: 6", "duration: soon", "2:11: duration is 'soon', but must be"),
        ("by: 0.5,", "by: 0.5, fade: 1,", "a move cannot have 'fade'"),
    ])
    func `An invalid scenario file is an error with line and column`(good: String, bad: String, words: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.script.replacing(good, with: bad), to: "nod.yaml")
        let error = #expect(throws: InputError.self) { try ScenarioCatalogue.scenario(path) }
        #expect(try #require(error).description.contains(words), "\(String(describing: error))")
    }

    @Test(arguments: [
        ("gyroscope: {rate: 0}", "rate 0.0 must be from 0.001 to 100,000"),
        ("gyroscop: {rate: 1}", "did you mean 'gyroscope'?"),
        ("gyroscope: {noise: 1}", "the key 'rate' is missing (given: noise)"),
        (
            "gyroscope: {rate: 1, noise: [1, 2]}",
            "noise must be one number for all axes, or a list of three numbers"
        ),
        ("gyroscope: {rate: 1, softIron: [[1,0,0],[0,1,0],[0,0,1]]}", "unknown key 'softIron'"),
        ("magnetometer: {rate: 1, correlation: 1}", "from 0 to 0.999"), ("place: {latitude: 95}", "latitude 95.0"),
        ("heading: {rate: 1, direction: side}", "one of camera, top"),
    ])
    func `An invalid noise file is an error with its line`(line: String, words: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("noise: mine\n\(line)\n", to: "mine.yaml")
        let error = #expect(throws: InputError.self) { try NoiseCatalogue.noise(named: path) }
        let message = try #require(error).description
        #expect(message.contains("mine.yaml:2:") || message.contains("mine.yaml:1:"))
        #expect(message.contains(words), "\(message)")
    }
}
