import Evaluation
import Recordings
import SensorModel
import SensorSimulation
import Testing

/// The Allan deviation of simulated sensors at rest compared with closed forms: σ²τ₀/τ (slope −1/2) for white noise,
/// and K²τ/3 (slope +1/2) for a random walk (IEEE 1997, annex C).
struct NoiseSlopeTests {
    struct Case: CustomTestStringConvertible {
        let preset: String
        let sensor: any WritableKeyPath<NoiseModel, VectorSensorModel?> & Sendable
        let stream: any KeyPath<Recording, SensorStream<Vector3>?> & Sendable
        let testDescription: String
    }

    static let cases: [Case] = NoiseCatalogue.builtIn.filter { $0.name != "none" }.flatMap { noise in
        [
            Case(
                preset: noise.name,
                sensor: \.accelerometer,
                stream: \.accelerometer,
                testDescription: "\(noise.name) accelerometer"
            ),
            Case(
                preset: noise.name,
                sensor: \.gyroscope,
                stream: \.gyroscope,
                testDescription: "\(noise.name) gyroscope"
            ),
        ]
        .filter { noise[keyPath: $0.sensor] != nil }
    }

    private static let axes: [any KeyPath<Vector3, Double> & Sendable] = [\.x, \.y, \.z]
    private static let duration: Seconds = 150
    /// The numbers of samples per mean.
    private static let sizes = [1, 4, 16, 64, 256, 1_024]
    /// The number of samples from which noise with a correlation below 0.2 is white within 1 % of its variance.
    private static let whiteFrom = 64

    /// The readings of a device at rest that has this sensor only.
    private static func readings(_ model: VectorSensorModel, of given: Case) throws -> SensorStream<Vector3> {
        var noise = try NoiseCatalogue.noise(named: "none")
        (noise.accelerometer, noise.gyroscope, noise.magnetometer) = (nil, nil, nil)
        (noise.heading, noise.location, noise.pose, noise.referenceRate) = (nil, nil, nil, 1)
        noise[keyPath: given.sensor] = model
        let scenario = try ScenarioCatalogue.scenario("still", duration: duration)
        return try #require(Simulation(scenario, noise: noise, seed: 3).recording()[keyPath: given.stream])
    }

    @Test(arguments: cases)
    func `The white noise of a preset has slope -1/2`(given: Case) throws {
        var model = try #require(try NoiseCatalogue.noise(named: given.preset)[keyPath: given.sensor])
        model.biasWalk = .zero
        let stream = try Self.readings(model, of: given)
        let rho = model.correlation
        let sizes = Self.sizes.filter { rho == 0 || $0 >= Self.whiteFrom }
        for axis in Self.axes {
            let sigma = model.noise[keyPath: axis]
            // Rounding to steps adds white noise with the variance step²/12 (Sheppard).
            let white = sigma * sigma * (1 + rho) / (1 - rho) + (model.step ?? 0) * (model.step ?? 0) / 12
            let allan = AllanDeviation(stream.values.map { $0[keyPath: axis] }, interval: 1, sizes: sizes)
            #expect(allan.points.count == sizes.count)
            for (point, size) in zip(allan.points, sizes) {
                let freedom = ChiSquareLimits.whiteNoise(samples: stream.count, mean: size)
                let ratio = point.deviation * point.deviation / (white / Double(size))
                let limits = ChiSquareLimits.factors(degreesOfFreedom: freedom)
                #expect(limits.contains(ratio), "\(size) samples: \(ratio), not in \(limits)")
            }
        }
    }

    @Test(arguments: cases)
    func `The bias walk of a preset has slope +1/2`(given: Case) throws {
        var model = try #require(try NoiseCatalogue.noise(named: given.preset)[keyPath: given.sensor])
        (model.noise, model.step) = (.zero, nil)
        let stream = try Self.readings(model, of: given)
        let interval = 1 / model.timing.rate
        for axis in Self.axes {
            let walk = model.biasWalk[keyPath: axis]
            let values = stream.values.map { $0[keyPath: axis] }
            let allan = AllanDeviation(values, interval: interval, sizes: Self.sizes)
            #expect(allan.points.count == Self.sizes.count)
            for (point, size) in zip(allan.points, Self.sizes) {
                let variance = point.deviation * point.deviation
                guard walk > 0 else {
                    #expect(variance < Self.dust, "without a walk the bias is constant")
                    continue
                }
                // A sampled walk has the variance K² τ/3 (1 + 1/(2m²)).
                let expected = walk * walk * point.seconds / 3 * (1 + 1 / Double(2 * size * size))
                let freedom = ChiSquareLimits.randomWalk(samples: stream.count, mean: size)
                let limits = ChiSquareLimits.factors(degreesOfFreedom: freedom)
                #expect(limits.contains(variance / expected), "\(size): \(variance / expected), not in \(limits)")
            }
        }
    }

    /// (m/s²)² or (rad/s)²: the rounding of gravity's 9.8 m/s².
    private static let dust = 1e-24
}
