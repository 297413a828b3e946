public import Recordings
package import SensorModel

/// A simulation of the sensors of a device in a scenario.
///
/// The same seed yields the same values on every machine. Each sensor has separate random generators, so its settings
/// do not change the noise of other sensors.
///
/// ```swift
/// let simulation = Simulation(
///     try ScenarioCatalogue.scenario("step-yaw:angle=60deg"),
///     noise: try NoiseCatalogue.noise(named: "iphone4s"),
///     seed: 7
/// )
/// let recording = simulation.recording()
/// ```
public struct Simulation: Sendable {
    /// The motion of the device.
    public let scenario: Scenario
    /// The sensors, their errors, and the simulated place.
    public let noise: NoiseModel
    /// The seed of all random numbers.
    public let seed: UInt64

    /// Creates a simulation of a scenario with the sensor errors of `noise`.
    public init(_ scenario: Scenario, noise: NoiseModel, seed: UInt64) {
        self.scenario = scenario
        self.noise = noise
        self.seed = seed
    }

    /// The simulated place: that of the noise model, whose magnetic field the steel of the scenario changes.
    package var place: SimulatedPlace { scenario.room.added(to: noise.place) }

    /// A description of the simulation. Simulated recordings store this description in their metadata.
    public var description: SimulationDescription {
        SimulationDescription(
            scenario: scenario.name,
            parameters: scenario.parameters,
            duration: scenario.duration,
            seed: seed,
            noise: noise.name,
            events: scenario.events
        )
    }

    /// Returns the recording in memory. Values are not rounded.
    ///
    /// Complexity: O(samples) in time and memory.
    public func recording() -> Recording {
        var recording = Recording(name: scenario.name, declination: noise.place.declination)
        recording.source = source
        recording.origin = noise.place.origin
        recording.simulation = description
        recording.accelerometer = accelerometer().map(Self.collect)
        recording.gyroscope = gyroscope().map(Self.collect)
        recording.magnetometer = magnetometer().map(Self.collect)
        recording.heading = heading().map(Self.collect)
        recording.attitude = attitude().map(Self.collect)
        recording.location = location().map(Self.collect)
        recording.pose = pose().map(Self.collect)
        let truth = Self.collect(reference())
        recording.reference = ReferenceStream(
            times: truth.times,
            orientations: truth.values.map(\.orientation),
            isValid: truth.times.map { _ in true },
            positions: truth.values.map(\.position)
        )
        return recording
    }

    /// The maximum number of samples of a simulation that is written to files, summed over all streams. Files with this
    /// number of samples need a few gigabytes.
    static let maximumSamples = 100_000_000.0
    /// The maximum number of samples of a simulation in memory, summed over all streams. A recording with this number
    /// of samples needs several hundred megabytes.
    static let maximumSamplesInMemory = 10_000_000.0

    /// Checks that the number of samples of all streams is not too large.
    ///
    /// - Throws: `InputError` if there are too many samples for files or for memory.
    package func checkLength(inMemory: Bool) throws(InputError) {
        let samples = noise.streams.reduce(0) { $0 + scenario.duration * noise.rate(of: $1) }
        let maximum = inMemory ? Self.maximumSamplesInMemory : Self.maximumSamples
        guard samples <= maximum else {
            throw InputError(
                message: "a simulation of \(DecimalText.exact(scenario.duration)) s has "
                    + "\(DecimalText.scientific(samples)) samples, but may have at most \(DecimalText.power(maximum))",
                advice: "reduce the duration or the rates"
            )
        }
    }

    var source: String {
        "Simulated with exact truth: \(scenario.name), noise \(noise.name), seed \(seed)"
    }

    func accelerometer() -> VectorSensor? {
        let (motion, gravity) = (scenario.motion, noise.place.gravity)
        return vector(.accelerometer, noise.accelerometer) { motion.state(at: $0).specificForce(gravity: gravity) }
    }

    func gyroscope() -> VectorSensor? {
        let motion = scenario.motion
        return vector(.gyroscope, noise.gyroscope) { motion.state(at: $0).angularVelocity }
    }

    func magnetometer() -> VectorSensor? {
        let (motion, place) = (scenario.motion, place)
        return vector(.magnetometer, noise.magnetometer) { time in
            let state = motion.state(at: time)
            return state.orientation.conjugate.rotate(place.field(at: state.position))
        }
    }

    private func vector(
        _ stream: StreamKind,
        _ model: VectorSensorModel?,
        truth: @escaping @Sendable (Seconds) -> Vector3
    ) -> VectorSensor? {
        model.map {
            VectorSensor($0, named: stream.rawValue, duration: scenario.duration, seed: seed, truth: truth)
        }
    }

    func heading() -> HeadingSensor? {
        noise.heading.map {
            HeadingSensor($0, duration: scenario.duration, seed: seed, place: place, motion: scenario.motion)
        }
    }

    func attitude() -> AttitudeSensor? {
        noise.attitude.map {
            AttitudeSensor($0, duration: scenario.duration, seed: seed, place: place, motion: scenario.motion)
        }
    }

    func location() -> LocationSensor? {
        noise.location.map {
            LocationSensor($0, duration: scenario.duration, seed: seed, place: place, motion: scenario.motion)
        }
    }

    func pose() -> PoseSensor? {
        noise.pose.map { PoseSensor($0, duration: scenario.duration, seed: seed, motion: scenario.motion) }
    }

    func reference() -> ReferenceSampler {
        ReferenceSampler(motion: scenario.motion, rate: noise.referenceRate, duration: scenario.duration)
    }

    private static func collect<Source: IteratorProtocol, Value>(_ source: Source) -> SensorStream<Value>
    where Source.Element == (stamp: Seconds, value: Value), Value: Sendable {
        var source = source
        var stream = SensorStream<Value>()
        while let sample = source.next() {
            stream.times.append(sample.stamp)
            stream.values.append(sample.value)
        }
        return stream
    }
}

/// An iterator over the reference samples of a motion, oldest first.
struct ReferenceSampler: IteratorProtocol {
    private let motion: Motion
    private var clock: SampleClock

    init(motion: Motion, rate: Hertz, duration: Seconds) {
        self.motion = motion
        clock = SampleClock(SampleTiming(rate: rate), duration: duration, seed: 0, sensor: "reference")
    }

    mutating func next() -> (stamp: Seconds, value: MotionState)? {
        clock.next().map { ($0.time, motion.state(at: $0.time)) }
    }
}
