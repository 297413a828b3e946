package import SensorModel

/// A scenario as a device with certain errors records it.
///
/// Every stream is computed sample by sample, so memory does not grow with the length. The same seed gives the same
/// values on every machine; each sensor draws from generators of its own, so its settings do not change the others'
/// noise.
public struct Simulation: Sendable {
    public let scenario: Scenario
    public let noise: NoiseModel
    public let seed: UInt64

    public init(_ scenario: Scenario, noise: NoiseModel, seed: UInt64) {
        self.scenario = scenario
        self.noise = noise
        self.seed = seed
    }

    /// What a recording's metadata say about how it was made.
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

    /// The whole recording in memory, with every digit.
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

    /// Samples of all streams together that files may have: some gigabytes.
    static let mostSamples = 100_000_000.0
    /// The same of a recording that is held in memory: some hundred megabytes.
    static let mostSamplesInMemory = 10_000_000.0

    /// - Throws: `ParameterError` where all streams together have more samples than a simulation may.
    package func checkLength(inMemory: Bool) throws(ParameterError) {
        let samples = noise.streams.reduce(0) { $0 + scenario.duration * noise.rate(of: $1) }
        let most = inMemory ? Self.mostSamplesInMemory : Self.mostSamples
        guard samples <= most else {
            throw ParameterError(
                found:
                    "a simulation of \(DecimalText.scientific(samples)) samples, \(DecimalText.exact(scenario.duration)) s long",
                expected: "at most \(DecimalText.power(most)) samples",
                remedy: "make it shorter, or its rates lower"
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
        let (motion, place) = (scenario.motion, noise.place)
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
            HeadingSensor($0, duration: scenario.duration, seed: seed, place: noise.place, motion: scenario.motion)
        }
    }

    func attitude() -> AttitudeSensor? {
        noise.attitude.map {
            AttitudeSensor($0, duration: scenario.duration, seed: seed, place: noise.place, motion: scenario.motion)
        }
    }

    func location() -> LocationSensor? {
        noise.location.map {
            LocationSensor($0, duration: scenario.duration, seed: seed, place: noise.place, motion: scenario.motion)
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
