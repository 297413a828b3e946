import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of motions and their derivatives.
struct ScenarioTests {
    static let names = ScenarioCatalogue.entries.map(\.name)

    static func noise(rate: Hertz) throws -> NoiseModel {
        var noise = try NoiseCatalogue.noise(named: "none")
        (noise.magnetometer, noise.heading, noise.location, noise.pose) = (nil, nil, nil, nil)
        for stream in noise.streams { _ = noise.setRate(rate, of: stream) }
        return noise
    }

    private static func errors(_ name: String, rate: Hertz) throws -> (angle: Double, position: Double) {
        let scenario = try ScenarioCatalogue.scenario(name, duration: 60)
        var noise = try noise(rate: rate)
        // Only the last reference sample is used.
        noise.referenceRate = 1
        let recording = Simulation(scenario, noise: noise, seed: 1).recording()
        let gravity = noise.place.gravity
        let errors = Strapdown.errors(of: recording, gravity: gravity, start: scenario.motion.state(at: 0))
        return try #require(errors)
    }

    /// The error of the integration after a minute, in radians.
    static let angleTolerance = 1e-6
    /// The error of the integration after a minute, in metres.
    static let positionTolerance = 1e-3

    @Test(arguments: names)
    func `Ideal readings integrated at 1 kHz for a minute yield the reference`(name: String) throws {
        let errors = try Self.errors(name, rate: 1_000)
        #expect(errors.angle < Self.angleTolerance)
        #expect(errors.position < Self.positionTolerance)
    }

    @Test(arguments: ["chirp:axis=pitch", "walk", "shake"])
    func `Half the interval divides the integration error by about sixteen`(name: String) throws {
        let (coarse, fine) = (try Self.errors(name, rate: 100), try Self.errors(name, rate: 200))
        #expect((10...24).contains(coarse.angle / fine.angle), "\(coarse.angle / fine.angle)")
        #expect((10...24).contains(coarse.position / fine.position), "\(coarse.position / fine.position)")
    }

    /// The error of differences of the eighth order over 1 ms, relative to the largest value of the scenario.
    static let differenceTolerance = 1e-8
    /// Rounding of a few products of components of unit vectors.
    static let rounding = 1e-15

    /// Rooms whose sensors are on all parts of the body.
    static let rooms = (2...8).map { "laboratory:draw=\($0)" }

    @Test(arguments: names + rooms)
    func `Derivatives equal central differences of the eighth order`(name: String) throws {
        let motion = try ScenarioCatalogue.scenario(name).motion
        let step = 1e-3
        let weights = [4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280]
        func derivative(_ time: Seconds, _ value: (MotionState) -> Vector3) -> Vector3 {
            var sum = Vector3.zero
            for (index, weight) in weights.enumerated() {
                let offset = Double(index + 1) * step
                sum += (value(motion.state(at: time + offset)) - value(motion.state(at: time - offset))) * weight
            }
            return sum * (1 / step)
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            // Away from multiples of 0.1 s, where moves begin and end and the third derivative jumps.
            let time = 0.1 * generator.number(in: 0...180).rounded(.down) + generator.number(in: 0.01...0.09)
            let state = motion.state(at: time)
            let velocity = derivative(time) { $0.position }
            let acceleration = derivative(time) { $0.velocity }
            #expect((velocity - state.velocity).length < Self.differenceTolerance * 20)
            #expect((acceleration - state.acceleration).length < Self.differenceTolerance * 200)
            // Ṙ = R [ω]×: the rotated axes move with ω × axis.
            for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0)] {
                let moved = derivative(time) { $0.orientation.rotate(axis) }
                let expected = state.orientation.rotate(state.angularVelocity.cross(axis))
                #expect((moved - expected).length < Self.differenceTolerance * 20, "\(time)")
            }
        }
    }

    @Test func `The camera of an upright device points to the azimuth`() throws {
        let motion = try ScenarioCatalogue.scenario("still:azimuth=90,pitch=30").motion
        let camera = motion.state(at: 3).orientation.rotate(Vector3(0, 0, -1))
        // East, 30° above the horizon: cos 30°, sin 30°.
        let expected = Vector3(0.866_025_403_784_438_6, 0, 0.5)
        #expect((camera - expected).length < Self.rounding)
        let right = motion.state(at: 3).orientation.rotate(Vector3(1, 0, 0))
        #expect((right - Vector3(0, -1, 0)).length < Self.rounding)
    }

    @Test func `A positive roll lowers the right edge`() throws {
        let motion = try ScenarioCatalogue.scenario("still:azimuth=0,roll=90deg").motion
        let right = motion.state(at: 0).orientation.rotate(Vector3(1, 0, 0))
        #expect((right - Vector3(0, 0, -1)).length < Self.rounding)
    }

    @Test func `The look-up scenario passes through the zenith`() throws {
        let scenario = try ScenarioCatalogue.scenario("look-up")
        let heights = stride(from: 2.0, through: 5, by: 0.01).map { time in
            scenario.motion.state(at: time).orientation.rotate(Vector3(0, 0, -1)).z
        }
        // A degree from the zenith is cos 1° = 0.99985; 120° is sin 120°, to twelve decimals.
        let digits = 1e-9
        #expect((heights.max() ?? 0) > 0.999_9)
        #expect(abs((heights.last ?? 0) - 0.866_025_403_784) < digits)
    }

    @Test func `Step events have the times and sizes of the steps`() throws {
        let scenario = try ScenarioCatalogue.scenario("step-yaw:angle=60deg,riseTime=0.5s,rest=2", duration: 9)
        #expect(scenario.events.map(\.start) == [2, 4.5, 7])
        #expect(scenario.events.map(\.size) == [60, -60, 60])
        for event in scenario.events {
            let (before, after) = (scenario.motion.state(at: event.start), scenario.motion.state(at: event.end))
            // Rounding of an angle of 60°, and of a rate that reaches 4 rad/s.
            let (degrees, rate) = (1e-10, 1e-12)
            #expect(abs(before.orientation.angle(to: after.orientation).degrees - 60) < degrees)
            #expect(before.angularVelocity.length < rate && after.angularVelocity.length < rate)
        }
    }

    @Test func `A chirp has the frequencies of its event`() throws {
        let scenario = try ScenarioCatalogue.scenario("chirp:startFrequency=1,endFrequency=3", duration: 44)
        let event = try #require(scenario.events.first)
        #expect((event.startFrequency, event.endFrequency) == (1, 3))
        #expect((event.start, event.end) == (2, 42))
        // Zero crossings within a second about the middle, where the frequency is 2 Hz.
        let azimuths = stride(from: 21.5, to: 22.5, by: 1e-3).map { time in
            let camera = scenario.motion.state(at: time).orientation.rotate(Vector3(0, 0, -1))
            return Vector3(camera.x, camera.y, 0).cross(Vector3(0.5, 0.866_025_403_784, 0)).z
        }
        #expect(zip(azimuths, azimuths.dropFirst()).count { $0 * $1 < 0 } == 4)
    }

    @Test func `The mount in a moving car vibrates with different phases in pitch and roll`() throws {
        let motion = try ScenarioCatalogue.scenario("drive:vibration=0.1deg").motion
        // The vibrations are 0.1° · sin 2π(11.3 t + 0.3) in pitch and 0.1° · sin 2π(11.3 t + 0.6) in roll. Both sines
        // are 1 where the bracket is 230.25. The car drives at a constant rate from 16 s to 36 s.
        let pitched = motion.state(at: (230.25 - 0.3) / 11.3).orientation.rotate(Vector3(0, 0, -1))
        let rolled = motion.state(at: (230.25 - 0.6) / 11.3).orientation.rotate(Vector3(1, 0, 0))
        // The sine of 0.1°. The cosine of the pitch, which multiplies the sine of the roll, is 1 to within 2e-6.
        let (sine, tolerance) = (0.001_745_328_4, 1e-8)
        #expect(abs(pitched.z - sine) < tolerance)
        #expect(abs(rolled.z + sine) < tolerance)
    }

    @Test func `The vertical excursion of walking is that of the first load factor`() throws {
        let motion = try ScenarioCatalogue.scenario("walk:hold=1,stepRate=1.9").motion
        let heights = stride(from: 10.0, to: 20, by: 1e-3).map { motion.state(at: $0).position.z }
        let excursion = (heights.max() ?? 0) - (heights.min() ?? 0)
        // The first harmonic alone: 2 · 0.41 · 0.95 · 9.80665/(2π 1.9)² = 0.0536 m.
        #expect((0.050...0.060).contains(excursion), "\(excursion)")
    }

    @Test(arguments: [
        ("stil", "did you mean 'still'?"), ("step-yaw:angel=3", "did you mean 'angle'?"),
        ("step-yaw:riseTime=0", "more than 0"), ("walk:stepRate=9", "from 1 to 3"), ("sine:axis=up", "one of azimuth"),
        ("step-yaw:angle", "write parameters as name:key=value"), ("step-yaw:angle=1,angle=2", "is repeated"),
        ("drive:", "write parameters as name:key=value"),
    ])
    func `An invalid SPEC of a scenario is an error with a remedy`(specification: String, words: String) throws {
        let error = #expect(throws: InputError.self) { try ScenarioCatalogue.scenario(specification) }
        #expect(try #require(error).description.contains(words))
    }
}
