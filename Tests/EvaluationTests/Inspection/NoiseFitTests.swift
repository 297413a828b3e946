import Evaluation
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Noise that is fitted to a simulated rest, compared with the preset of the simulation.
struct NoiseFitTests {
    private static let axes: [any KeyPath<Vector3, Double> & Sendable] = [\.x, \.y, \.z]
    private static let sensors: [any KeyPath<NoiseModel, VectorSensorModel?> & Sendable] = [
        \.accelerometer, \.gyroscope, \.magnetometer,
    ]
    /// The tolerance of a mean or a correlation, in standard deviations.
    private static let sigmas = 4.0
    /// Relative: the stamps of the first and the last sample have jitter.
    private static let sameRate = 1e-4

    private static func still(
        _ noise: NoiseModel,
        duration: Seconds,
        atRest: Bool = false
    ) throws -> NoiseFit {
        let scenario = try ScenarioCatalogue.scenario("still", duration: duration)
        let recording = Simulation(scenario, noise: noise, seed: 11).recording()
        return try NoiseFit(recording, path: "still", isAtRest: atRest)
    }

    /// The noise that `simulate --noise` reads from the description.
    private static func read(_ fit: NoiseFit) throws -> NoiseModel {
        let folder = try TemporaryFolder()
        let path = try folder.write(fit.yaml(name: "fitted"), to: "fitted.yaml")
        defer { withExtendedLifetime(folder) {} }
        return try NoiseCatalogue.noise(named: path)
    }

    @Test(arguments: [("iphone4s", false), ("iphone3gs", true)])
    func `The fit over two minutes of rest agrees with the preset`(preset: String, atRest: Bool) throws {
        let duration = 120.0
        let asked = try NoiseCatalogue.noise(named: preset)
        let fit = try Self.still(asked, duration: duration, atRest: atRest)
        let found = try Self.read(fit)
        #expect(found.name == "fitted")
        #expect(found.source.hasPrefix("measured in still, at rest from 0 to 1"))
        for sensor in Self.sensors {
            guard let asked = asked[keyPath: sensor] else {
                #expect(found[keyPath: sensor] == nil)
                continue
            }
            let found = try #require(found[keyPath: sensor])
            #expect(abs(found.timing.rate / asked.timing.rate - 1) < Self.sameRate)
            #expect(found.step == asked.step)
            let count = asked.timing.rate * duration
            let rho = asked.correlation
            #expect(abs(found.correlation - rho) < Self.sigmas / count.squareRoot())
            // Bartlett: n (1 − ρ²)/(1 + ρ²) samples of a first-order autoregression are independent in a variance.
            let freedom = count * (1 - rho * rho) / (1 + rho * rho)
            let limits = ChiSquareLimits.factors(degreesOfFreedom: freedom)
            for axis in Self.axes {
                let ratio = found.noise[keyPath: axis] / asked.noise[keyPath: axis]
                #expect(limits.contains(ratio * ratio), "\(ratio * ratio), not in \(limits)")
            }
        }
    }

    @Test func `The bias of a gyroscope is its mean at rest, including its random walk`() throws {
        let duration = 120.0
        let asked = try NoiseCatalogue.noise(named: "iphone4s")
        let found = try Self.read(try Self.still(asked, duration: duration))
        let (gyroscope, fitted) = (try #require(asked.gyroscope), try #require(found.gyroscope))
        for axis in Self.axes {
            let (sigma, walk) = (gyroscope.noise[keyPath: axis], gyroscope.biasWalk[keyPath: axis])
            // The mean over T of a random walk has the variance K² T/3.
            let variance = walk * walk * duration / 3 + sigma * sigma / (duration * gyroscope.timing.rate)
            let offset = fitted.bias[keyPath: axis] - gyroscope.bias[keyPath: axis]
            #expect(abs(offset) < Self.sigmas * variance.squareRoot())
        }
        #expect(found.accelerometer?.bias == .zero && found.magnetometer?.bias == .zero)
    }

    /// Relative: at the time that determines the walk, white noise still contributes some per cent.
    private static let walkTolerance = 0.2

    @Test func `A bias walk that exceeds the noise is fitted; a smaller one is left out with a reason`() throws {
        var noise = try NoiseCatalogue.noise(named: "iphone4s")
        let walk = 0.001
        noise.gyroscope?.biasWalk = Vector3(walk, walk, walk)
        let fitted = try #require(try Self.read(try Self.still(noise, duration: 120)).gyroscope)
        for axis in Self.axes { #expect(abs(fitted.biasWalk[keyPath: axis] / walk - 1) < Self.walkTolerance) }
        noise.gyroscope?.biasWalk = .zero
        let fit = try Self.still(noise, duration: 120)
        #expect(fit.leftOut.contains { $0.hasPrefix("gyroscope biasWalk: ") })
        #expect(fit.yaml(name: "a").contains("\n# gyroscope biasWalk: "))
        #expect(!fit.yaml(name: "a").contains("\n  biasWalk: "))
    }

    private static func middle(of stream: SensorStream<Vector3>) -> SensorStream<Vector3> {
        let inside = stream.times.indices.filter { (4...7).contains(stream.times[$0]) }
        return SensorStream(times: inside.map { stream.times[$0] }, values: inside.map { stream.values[$0] })
    }

    @Test func `A recording without a rest cannot be fitted`() throws {
        let scenario = try ScenarioCatalogue.scenario("walk", duration: 10)
        var recording = Simulation(scenario, noise: try NoiseCatalogue.noise(named: "iphone4s"), seed: 1).recording()
        // The walker is at rest during the first two seconds and the last.
        recording.accelerometer = Self.middle(of: try #require(recording.accelerometer))
        recording.gyroscope = Self.middle(of: try #require(recording.gyroscope))
        let error = #expect(throws: InputError.self) { try NoiseFit(recording, path: "walk") }
        #expect(error?.description.hasPrefix("walk: no rest of at least 1 s is detected, so noise and motion") == true)
    }

    @Test func `Noise below the rounding is left out with a reason`() throws {
        var noise = try NoiseCatalogue.noise(named: "iphone4s")
        noise.gyroscope?.step = 0.02
        let fit = try Self.still(noise, duration: 20)
        #expect(fit.leftOut.contains { $0.hasPrefix("gyroscope noise: ") })
        #expect(try Self.read(fit).gyroscope?.noise == .zero)
    }
}
