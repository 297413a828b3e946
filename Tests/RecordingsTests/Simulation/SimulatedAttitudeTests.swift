import Foundation
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of the simulated attitude, poses, and reported accuracies, and of factors for chosen constants.
struct SimulatedAttitudeTests {
    private static func noise(_ yaml: String) throws -> NoiseModel {
        try NoiseParser.model(from: Array(("noise: test\n" + yaml).utf8), file: "test.yaml")
    }

    private static func recording(_ scenario: String, _ yaml: String, duration: Seconds = 10) throws -> Recording {
        let scenario = try ScenarioCatalogue.scenario(scenario, duration: duration)
        return Simulation(scenario, noise: try noise(yaml), seed: 1).recording()
    }

    /// Rounding of orientations in radians, and of products.
    static let rounding = 1e-12
    /// Rounding of angles that are computed from orientations, in degrees.
    static let roundingDegrees = 1e-9

    @Test func `Without errors the attitude is the delayed reference`() throws {
        for delay in [0, 0.05] {
            let recording = try Self.recording("pan", "attitude: {rate: 100, delay: \(delay)}")
            let motion = try ScenarioCatalogue.scenario("pan", duration: 10).motion
            let attitude = try #require(recording.attitude)
            #expect(attitude.count == 1_001)
            for (time, orientation) in zip(attitude.times, attitude.values) {
                let truth = motion.state(at: max(0, time - delay)).orientation
                #expect(orientation.angle(to: truth).radians < Self.rounding)
            }
        }
    }

    @Test func `A positive yaw bias rotates the camera clockwise`() throws {
        let recording = try Self.recording("still:azimuth=20", "attitude: {rate: 10, yawBias: 7}")
        let orientation = try #require(recording.attitude?.values.first)
        let camera = orientation.rotate(Vector3(0, 0, -1))
        #expect(abs(Angle(ofPoint: camera.y, camera.x).degrees - 27) < Self.roundingDegrees)
        #expect(abs(camera.z) < Self.rounding)
    }

    @Test(arguments: [0.2, 0.02, 0.0004])
    func `The smooth process has the expected deviation and correlation for each step`(step: Double) {
        var process = SmoothProcess()
        var source = NormalSource(SplitMix64(seed: 7, purpose: "test"))
        // Twenty values per correlation length; 20,000 lengths, or 1,000 for the smallest step.
        let (stride, lengths) = (max(1, Int((0.05 / step).rounded())), step < 0.01 ? 1_000.0 : 20_000)
        var values: [Double] = []
        for number in 0..<Int(lengths / step) {
            process.advance(by: step, (source.next(), source.next()))
            if number.isMultiple(of: stride) { values.append(process.value) }
        }
        // An independent value takes 2.3 lengths, the sum of squared correlations; the tolerance is five deviations.
        let tolerance = 5 * (2 * 2.3 / lengths).squareRoot()
        let variance = values.map { $0 * $0 }.reduce(0, +) / Double(values.count)
        #expect(abs(variance - 1) < tolerance, "\(variance)")
        for length in [0.4, 1.0] {
            let lag = Int((length / (step * Double(stride))).rounded())
            let later = zip(values, values.dropFirst(lag)).map { $0 * $1 }
            let correlation = later.reduce(0, +) / Double(later.count)
            let beta = 2.146_193_220_620_582 * length
            #expect(abs(correlation - (1 + beta) * exp(-beta)) < tolerance, "\(correlation) over \(length)")
        }
    }

    @Test func `A small step of the smooth process has the exact deviation`() {
        var process = SmoothProcess()
        process.advance(by: 0, (0, 0))
        process.advance(by: 0.0004, (1, 0))
        // From a known state, the variance of the value after a step is 1 − e^−2h ((1 + h)² + h²) with h = 2.146193 ·
        // 0.0004. Its root is 2.902572e-5, in 40 digits.
        let deviation = 2.902_572e-5
        // The relative error of the first-order approximation is ¾h, by the next term of the series in h.
        let tolerance = 0.000_86
        #expect(abs(process.value / deviation - 1) < tolerance, "\(process.value)")
    }

    @Test func `Errors are constant at rest, and have the given deviation over seeds`() throws {
        let noise = try Self.noise("attitude: {rate: 10, yaw: 4, inclination: 1}")
        let scenario = try ScenarioCatalogue.scenario("still:azimuth=0", duration: 1)
        let truth = scenario.motion.state(at: 0).orientation
        var errors: [Vector3] = []
        for seed in 1...400 {
            let recording = Simulation(scenario, noise: noise, seed: UInt64(seed)).recording()
            let values = try #require(recording.attitude?.values)
            errors.append((values[0] * truth.conjugate).rotationVector)
            #expect(values[0].angle(to: values[10]).radians < Self.rounding)
        }
        let axes: [((Vector3) -> Double, Double)] = [({ $0.x }, 1), ({ $0.y }, 1), ({ $0.z }, 4)]
        for (axis, deviation) in axes {
            let squares = errors.map { Angle(radians: axis($0)).degrees }.map { $0 * $0 }
            let variance = squares.reduce(0, +) / Double(squares.count)
            // Five standard deviations of a variance over 400 values.
            #expect(abs(variance / (deviation * deviation) - 1) < 5 * (2.0 / 400).squareRoot(), "\(variance)")
        }
    }

    @Test func `The yaw follows a disturbed field`() throws {
        // 20 µT north from the Earth and 20 µT east from the magnet: the field points to the north-east.
        let place = "place: {field: 20, dip: 0, declination: 0, magnets: [{at: [2, 0, 0], moment: [800, 0, 0]}]}"
        let recording = try Self.recording("still:azimuth=0", "attitude: {rate: 10}\n\(place)")
        let camera = try #require(recording.attitude?.values.last).rotate(Vector3(0, 0, -1))
        // Rounding of the magnet's field, in degrees.
        let tolerance = 1e-6
        #expect(abs(Angle(ofPoint: camera.y, camera.x).degrees + 45) < tolerance)
    }

    @Test func `An attitude to magnetic north is written as such and read to true north`() throws {
        let noise = try Self.noise("attitude: {rate: 10, north: magnetic}\nplace: {declination: 12}")
        let scenario = try ScenarioCatalogue.scenario("still:azimuth=0", duration: 5)
        let simulation = Simulation(scenario, noise: noise, seed: 1)
        let folder = try TemporaryFolder()
        var text = ""
        for file in simulation.files() {
            var content: [UInt8] = []
            while let piece = file.next() { content += piece.bytes }
            if file.name == "attitude.csv" { text = String(decoding: content, as: UTF8.self) }
            try folder.write(content, to: file.name)
        }
        let read = try #require(try RecordingReader().read(path: folder.url.path).attitude)
        let made = try #require(simulation.recording().attitude)
        #expect(read.count == made.count)
        for (left, right) in zip(read.values, made.values) {
            #expect(left.angle(to: right).radians < SimulationFilesTests.orientationTolerance)
        }
        // Upright, facing true north, which is 12° to the left of magnetic north. The quaternion is the rotation by 12°
        // about Up times the rotation by 90° that holds the device upright: (cos 6°, cos 6°, sin 6°, sin 6°)/√2.
        let first = text.split(separator: "\n")[1].split(separator: ",").compactMap { Double($0) }
        let expected = [0, 0.703_233_9, 0.703_233_9, 0.073_912_8, 0.073_912_8]
        // The expected values have seven decimals.
        let digits = 1e-6
        #expect(first.count == expected.count)
        for (value, known) in zip(first, expected) { #expect(abs(value - known) < digits, "\(first)") }
    }

    @Test(arguments: [("gravity", 37.0), ("gravityAndHeading", 7)])
    func `The world starts at the camera's direction or at the compass's north`(word: String, heading: Double) throws {
        let recording = try Self.recording("still:azimuth=30", "pose: {rate: 1, alignment: \(word), yawError: 7}")
        let pose = try #require(recording.pose?.values.first)
        let truth = try #require(recording.reference?.orientations.first)
        // The bearings of the camera's axis −z in the scene and on the Earth differ by the heading of the scene's −Z.
        let (scene, earth) = (pose.orientation.rotate(Vector3(0, 0, -1)), truth.rotate(Vector3(0, 0, -1)))
        let (inScene, onEarth) = (Angle(ofPoint: -scene.z, scene.x), Angle(ofPoint: earth.y, earth.x))
        #expect(abs((onEarth - inScene).wrapped.degrees - heading) < Self.roundingDegrees)
    }

    @Test func `Fixes report the accuracy of the model, with its spread`() throws {
        let claim = "location: {rate: 1, horizontal: 5, accuracy: 12, correlationTime: 0.01"
        let plain = try Self.recording("still", claim + "}", duration: 100)
        #expect(plain.location?.values.allSatisfy { $0.horizontalAccuracyMetres == 12 } == true)
        let spread = try Self.recording("still", claim + ", accuracySpread: 0.4}", duration: 10_000)
        let logarithms = try #require(spread.location?.values.map { log($0.horizontalAccuracyMetres ?? 0) })
        let mean = logarithms.reduce(0, +) / Double(logarithms.count)
        let variance = logarithms.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(logarithms.count)
        #expect(abs(mean - log(12)) < 5 * 0.4 / 100)
        #expect(abs(variance / 0.16 - 1) < 5 * (2.0 / 10_000).squareRoot())
        // The errors are the same: the reported accuracies have their own generator.
        let errors = [plain, spread].map { $0.location?.values.first?.latitude }
        #expect(errors[0] == errors[1])
    }

    @Test func `Only chosen constants are multiplied, by the most specific factor`() throws {
        let plain = try NoiseCatalogue.noise(named: "iphone4s")
        let half = try NoiseCatalogue.noise(named: "iphone4s:chosen=0.5,chosen.heading=2,chosen.heading.lag=3")
        #expect(half.name == "iphone4s:chosen=0.5,chosen.heading=2,chosen.heading.lag=3")
        #expect(abs((half.heading?.lag ?? 0) - 0.9) < Self.rounding)
        #expect(abs((half.heading?.bias.degrees ?? 0) - 6) < Self.rounding)
        #expect(half.location?.horizontal == 2.5 && half.location?.correlationTime == 30)
        #expect(half.magnetometer?.bias == (plain.magnetometer?.bias ?? .zero) * 0.5)
        // Constants with a source, rates and correlations are unchanged.
        #expect(half.magnetometer?.noise == plain.magnetometer?.noise)
        #expect(half.attitude == plain.attitude)
        #expect(half.heading?.timing == plain.heading?.timing)
        #expect(half.heading?.correlation == plain.heading?.correlation)
        let same = try NoiseCatalogue.noise(named: "iphone4s:chosen=1")
        #expect(same.heading == plain.heading && same.pose == plain.pose)
    }

    @Test(arguments: [
        ("iphone4s:chosen", "chosen=FACTOR"), ("iphone4s:chosen=-1", "FACTOR is from 0 to 1,000"),
        ("iphone4s:chosen.heading.lagg=2", "did you mean 'heading.lag'?"),
        (
            "iphone4s:chosen.magnetometer.noise=2",
            "the noise 'iphone4s' has no constant 'magnetometer.noise' that can be scaled"
        ),
        ("none:chosen.heading=2", "the noise 'none' has no constant 'heading' that can be scaled"),
        ("iphone4:chosen=2", "did you mean 'iphone4s'?"),
    ])
    func `Invalid factors are errors`(name: String, words: String) {
        let error = #expect(throws: InputError.self) { try NoiseCatalogue.noise(named: name) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("chosen: [heading.lagg]\nheading: {rate: 1, lag: 2}", "did you mean 'lag'?"),
        ("chosen: [heading.bias]\nheading: {rate: 1, lag: 2}", "heading has no key 'bias', only rate, lag"),
        ("chosen: [gyroscope]\nheading: {rate: 1}", "'gyroscope' under 'chosen' is neither a stream"),
        ("chosen: [heading, heading]\nheading: {rate: 1}", "is repeated"),
        ("attitude: {rate: 1, north: up}", "one of true, magnetic"),
        ("pose: {rate: 1, alignment: heading}", "one of gravity, gravityAndHeading"),
        ("location: {rate: 1, accuracySpread: 3}", "from 0 to 2"),
    ])
    func `Chosen constants that the description lacks, and invalid words, are errors`(yaml: String, words: String) {
        let error = #expect(throws: InputError.self) { try Self.noise(yaml) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `Built-in models of phones have attitude and poses with a gyroscope, and an unquantised compass`() {
        for noise in NoiseCatalogue.builtIn where noise.name != "wearable" {
            #expect((noise.attitude != nil) == (noise.gyroscope != nil), "\(noise.name)")
            #expect((noise.pose != nil) == (noise.gyroscope != nil), "\(noise.name)")
            #expect(noise.heading != nil && noise.heading?.stepDegrees == nil, "\(noise.name)")
            #expect(noise.location != nil, "\(noise.name)")
            // A model without errors needs no source.
            #expect(noise.chosen.isEmpty == (noise.name == "none"), "\(noise.name)")
        }
    }
}
