import Recordings
import SensorModel
import SensorSimulation
import Testing

/// Tests of errors that differ between units of a sensor.
struct UnitErrorTests {
    private static let seeds = 2_000

    /// The first readings of units with different seeds.
    private static func readings(_ yaml: String, of value: Vector3) throws -> [Vector3] {
        let text = "noise: test\nmagnetometer: {rate: 10, \(yaml)}"
        let model = try #require(try NoiseParser.model(from: Array(text.utf8), file: "test.yaml").magnetometer)
        return try (0..<seeds).map { seed in
            var sensor = VectorSensor(model, named: "test", duration: 1, seed: UInt64(seed)) { _ in value }
            return try #require(sensor.next()?.value)
        }
    }

    private static func check(_ readings: [Vector3], mean: Vector3, deviation: Vector3) {
        let count = Double(readings.count)
        for axis in SimulatedNoiseTests.axes {
            let values = readings.map { $0[keyPath: axis] - mean[keyPath: axis] }
            let expected = deviation[keyPath: axis]
            let average = values.reduce(0, +) / count
            let size = (values.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
            #expect(abs(average) < SimulatedNoiseTests.sigmas * expected / count.squareRoot())
            #expect(abs(size / expected - 1) < SimulatedNoiseTests.sigmas / (2 * count).squareRoot())
        }
    }

    @Test func `The biases of units have the stated mean and standard deviation`() throws {
        let readings = try Self.readings("bias: [1, 2, 3], biasDeviation: [4, 5, 6]", of: .zero)
        Self.check(readings, mean: Vector3(1, 2, 3), deviation: Vector3(4, 5, 6))
    }

    @Test func `The elements of the matrices of units have the stated standard deviation`() throws {
        let readings = try Self.readings("matrixDeviation: 0.01", of: Vector3(0, 10, 0))
        Self.check(readings, mean: Vector3(0, 10, 0), deviation: Vector3(0.1, 0.1, 0.1))
    }

    @Test func `The bias of a unit is constant`() throws {
        let model = try #require(try NoiseCatalogue.noise(named: "wearable").gyroscope)
        var still = model
        still.noise = .zero
        let values = SimulatedNoiseTests.readings(still, samples: 100).values
        #expect(Set(values).count == 1)
        #expect(values.first != .zero)
    }
}
