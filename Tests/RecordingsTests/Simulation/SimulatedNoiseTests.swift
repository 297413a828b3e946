import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of the statistics of simulated errors.
struct SimulatedNoiseTests {
    /// The bound in standard deviations of a statistic: one false alarm in 1.7 million.
    static let sigmas = 5.0

    /// A sensor of a built-in noise model.
    struct Case: CustomTestStringConvertible {
        let preset: String
        let sensor: any WritableKeyPath<NoiseModel, VectorSensorModel?> & Sendable
        let testDescription: String
    }

    static let cases: [Case] = NoiseCatalogue.builtIn.filter { $0.name != "none" }.flatMap { noise in
        let sensors: [(any WritableKeyPath<NoiseModel, VectorSensorModel?> & Sendable, String)] = [
            (\.accelerometer, "accelerometer"), (\.gyroscope, "gyroscope"), (\.magnetometer, "magnetometer"),
        ]
        return sensors.filter { noise[keyPath: $0.0] != nil }.map {
            Case(preset: noise.name, sensor: $0.0, testDescription: "\(noise.name) \($0.1)")
        }
    }

    /// Readings with a true value of zero.
    static func readings(_ model: VectorSensorModel, samples: Int, seed: UInt64 = 1) -> SensorStream<Vector3> {
        let duration = Double(samples - 1) / model.timing.rate
        var sensor = VectorSensor(model, named: "test", duration: duration, seed: seed) { _ in .zero }
        var stream = SensorStream<Vector3>()
        while let sample = sensor.next() {
            stream.times.append(sample.stamp)
            stream.values.append(sample.value)
        }
        return stream
    }

    static let axes: [any KeyPath<Vector3, Double> & Sendable] = [\.x, \.y, \.z]

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    @Test(arguments: cases)
    func `Standard deviation, correlation and bias are those of the model`(given: Case) throws {
        var model = try #require(try NoiseCatalogue.noise(named: given.preset)[keyPath: given.sensor])
        (model.biasWalk, model.biasDeviation) = (.zero, .zero)
        let count = 10_000
        let stream = Self.readings(model, samples: count)
        let rho = model.correlation
        // Quantisation adds the variance step²/12 (Sheppard).
        let rounding = (model.step ?? 0) * (model.step ?? 0) / 12
        for axis in Self.axes {
            let values = stream.values.map { $0[keyPath: axis] }
            let mean = Self.mean(values)
            let variance = Self.mean(values.map { ($0 - mean) * ($0 - mean) })
            let product = Self.mean(zip(values, values.dropFirst()).map { ($0 - mean) * ($1 - mean) })
            let noise = model.noise[keyPath: axis] * model.noise[keyPath: axis]
            let expected = noise + rounding
            // Bartlett: var(s²)/σ⁴ = 2/n (1 + ρ²)/(1 − ρ²) for a first-order autoregression.
            let spread = (2 / Double(count) * (1 + rho * rho) / (1 - rho * rho)).squareRoot()
            #expect(abs(variance / expected - 1) < Self.sigmas * spread, "\(variance) for \(expected)")
            let correlation = rho * noise / expected
            #expect(abs(product / variance - correlation) < Self.sigmas / Double(count).squareRoot())
            let offset = abs(mean - model.bias[keyPath: axis])
            let mistake = (expected / Double(count) * (1 + rho) / (1 - rho)).squareRoot()
            #expect(offset < Self.sigmas * mistake, "bias off by \(offset)")
        }
    }

    @Test func `The iPhone 3GS has the errors that iBetelgeuse measured`() throws {
        let noise = try NoiseCatalogue.noise(named: "iphone3gs")
        #expect(noise.gyroscope == nil)
        let compass = Self.readings(try #require(noise.magnetometer), samples: 40_000)
        let accelerometer = Self.readings(try #require(noise.accelerometer), samples: 40_000)
        for axis in Self.axes {
            // Stevense & van der Tak 2010, section 6.3: above 0.7 and below 0.2, steps of 0.25 µT and 0.018 g.
            #expect(Self.correlation(compass, axis) > 0.7)
            #expect(Self.correlation(accelerometer, axis) < 0.2)
        }
        #expect(compass.values.allSatisfy { ($0.x / 0.25).rounded() == $0.x / 0.25 })
        // Section C.3: the largest heading error due to hard iron is 25°, asin(|b|/B cos dip).
        let bias = try #require(noise.magnetometer).bias.length
        let horizontal = 47.06 * 0.484_1
        #expect(abs(bias / horizontal - 0.422_6) < 0.005)
    }

    private static func correlation(_ stream: SensorStream<Vector3>, _ axis: KeyPath<Vector3, Double>) -> Double {
        let values = stream.values.map { $0[keyPath: axis] }
        let mean = mean(values)
        let product = Self.mean(zip(values, values.dropFirst()).map { ($0 - mean) * ($1 - mean) })
        return product / Self.mean(values.map { ($0 - mean) * ($0 - mean) })
    }

    /// The overlapping Allan variance at τ = `m` samples of one second: NIST SP 1065, equation 11.
    private static func allanVariance(_ values: [Double], _ m: Int) -> Double {
        var sums = [0.0]
        for value in values { sums.append((sums.last ?? 0) + value) }
        let terms = (0...(values.count - 2 * m)).map { sums[$0 + 2 * m] - 2 * sums[$0 + m] + sums[$0] }
        return terms.map { $0 * $0 }.reduce(0, +) / (2 * Double(m * m) * Double(terms.count))
    }

    /// The relative tolerance of variances over at least a thousand intervals.
    static let allanTolerance = 0.25

    private static let whiteNoise: [Vector3] = {
        var model = VectorSensorModel(timing: SampleTiming(rate: 1))
        model.noise = Vector3(1, 2, 3)
        return readings(model, samples: 50_000).values
    }()

    private static let walkingBias: [Vector3] = {
        var model = VectorSensorModel(timing: SampleTiming(rate: 1))
        model.biasWalk = Vector3(1, 2, 3)
        return readings(model, samples: 50_000).values
    }()

    @Test(arguments: [1, 10, 50])
    func `White noise has the Allan variance sigma squared over tau`(m: Int) {
        let values = Self.whiteNoise
        for (axis, sigma) in zip(Self.axes, [1.0, 2, 3]) {
            let variance = Self.allanVariance(values.map { $0[keyPath: axis] }, m)
            #expect(abs(variance * Double(m) / (sigma * sigma) - 1) < Self.allanTolerance)
        }
    }

    @Test(arguments: [5, 10, 50])
    func `A walking bias has the Allan variance K squared tau over three`(m: Int) {
        let values = Self.walkingBias
        for (axis, walk) in zip(Self.axes, [1.0, 2, 3]) {
            let variance = Self.allanVariance(values.map { $0[keyPath: axis] }, m)
            // The sampled walk has K² τ/3 (1 + 1/(2m²)): 2 % at m = 5.
            #expect(abs(variance / (walk * walk * Double(m) / 3) - 1) < Self.allanTolerance)
        }
    }

    @Test func `Readings are whole steps within the range`() {
        var model = VectorSensorModel(timing: SampleTiming(rate: 100))
        (model.noise, model.step, model.range) = (Vector3(1, 1, 1), 0.25, 1)
        let values = Self.readings(model, samples: 2_000).values.flatMap { [$0.x, $0.y, $0.z] }
        #expect(Set(values) == Set(stride(from: -1.0, through: 1, by: 0.25)))
    }

    @Test func `The share of lost samples and the jitter are those of the model`() {
        let count = 40_000
        var model = VectorSensorModel(timing: SampleTiming(rate: 100, jitter: 0.001, dropped: 0.1))
        let lossy = Self.readings(model, samples: count)
        let lost = Double(count - lossy.count) / Double(count)
        #expect(abs(lost - 0.1) < Self.sigmas * (0.1 * 0.9 / Double(count)).squareRoot())
        model.timing.dropped = 0
        let times = Self.readings(model, samples: count).times
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let errors = times.enumerated().dropFirst().map { $1 - Double($0) / 100 }
        let deviation = Self.mean(errors.map { $0 * $0 }).squareRoot()
        #expect(abs(deviation / 0.001 - 1) < Self.sigmas / (2 * Double(count)).squareRoot())
    }

    @Test func `Lost samples do not change the remaining ones`() {
        var model = VectorSensorModel(timing: SampleTiming(rate: 100))
        (model.noise, model.biasWalk, model.correlation) = (Vector3(1, 1, 1), Vector3(1, 1, 1), 0.5)
        let all = Self.readings(model, samples: 1_000)
        model.timing.dropped = 0.5
        let left = Self.readings(model, samples: 1_000)
        let values = Dictionary(uniqueKeysWithValues: zip(all.times, all.values))
        #expect((300...700).contains(left.count))
        #expect(zip(left.times, left.values).allSatisfy { values[$0] == $1 })
    }

    @Test func `The same seed yields the same noise, and another seed other noise`() throws {
        let model = try #require(try NoiseCatalogue.noise(named: "iphone4s").gyroscope)
        let (first, again) = (Self.readings(model, samples: 100), Self.readings(model, samples: 100))
        #expect(first.values == again.values && first.times == again.times)
        let other = Self.readings(model, samples: 100, seed: 2)
        #expect(zip(first.values, other.values).count { $0 == $1 } < 5)
    }

    @Test func `The settings of one sensor do not change other sensors, and noise does not change the reference`()
        throws
    {
        let scenario = try ScenarioCatalogue.scenario("pan", duration: 3)
        var noise = try NoiseCatalogue.noise(named: "iphone4s")
        let first = Simulation(scenario, noise: noise, seed: 7).recording()
        noise.gyroscope = nil
        noise.magnetometer?.timing.rate = 50
        let second = Simulation(scenario, noise: noise, seed: 7).recording()
        #expect(first.accelerometer?.values == second.accelerometer?.values)
        #expect(first.location?.values == second.location?.values)
        #expect(first.magnetometer?.values != second.magnetometer?.values)
        let other = Simulation(scenario, noise: noise, seed: 8).recording()
        #expect(first.reference?.orientations == other.reference?.orientations)
        #expect(first.accelerometer?.values != other.accelerometer?.values)
    }
}
