import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct ExtendedKalmanTests {
    /// rad/s. After two minutes the uncertainty of the bias, a random walk, is about 1 % of the initial one.
    private static let biasError = 2e-4
    /// Degrees. The error of the bias over the seconds in which gravity and field correct it.
    private static let biasedDegrees = 0.05

    @Test(arguments: [0, 1.0])
    func `A constant bias is learnt at rest and in motion`(_ speed: Double) throws {
        let bias = Vector3(0.01, -0.02, 0.015)
        var estimator = ExtendedKalman()
        var truth = UnitQuaternion(angle: Angle(degrees: 70), axis: Vector3(1, 0, 0))
        for index in 0..<12_000 {
            let time = Double(index) * 0.01
            let rate = Vector3(wave(time, 5), wave(time, 7), wave(time, 11)) * speed
            if index > 0 { truth = truth * UnitQuaternion(rotationVector: rate * 0.01) }
            _ = try estimator.output(for: Motion.frame(truth, rate: rate + bias, at: time))
        }
        #expect((estimator.gyroscopeBias - bias).length < Self.biasError)
        let output = try estimator.output(for: Motion.frame(truth, rate: bias, at: 120))
        #expect(output.angle(to: truth).degrees < Self.biasedDegrees)
    }

    @Test func `The error agrees with the covariance over 40 seeds`() throws {
        let simulation = KalmanSimulation()
        var sum = 0.0
        let runs = 40
        for seed in 0..<runs { sum += try simulation.normalisedError(seed: UInt64(100 + seed)) }
        // The sum has the χ² distribution with 6 · 40 degrees of freedom. It is between 183.07 and 306.09 with a probability
        // of 99.5 % (scipy.stats.chi2.ppf([0.0025, 0.9975], 240)).
        #expect((183.07...306.09).contains(sum))
    }

    @Test func `A wrong field changes the heading but never the tilt`() throws {
        let up = Vector3(0, 0, 1)
        var estimator = ExtendedKalman()
        var generator = SeededGenerator(seed: 62)
        for frame in Motion.noisy {
            var disturbed = estimator
            var bent = frame
            bent.magnetometer = generator.vector(60)
            let output = try estimator.output(for: frame)
            guard frame.time > 0 else { continue }
            let other = try disturbed.output(for: bent)
            #expect(output.conjugate.rotate(up).turn(to: other.conjugate.rotate(up)).length < Tolerance.rounding)
        }
    }

    @Test func `Without corrections, the variance of the bias grows by σ_u² per second`() throws {
        var estimator = ExtendedKalman(with: {
            $0.initialBias = 0.05
            $0.gyroscopeBiasNoise = 0.03
        })
        _ = try estimator.output(for: Motion.frame(.identity, rate: .zero, at: 0))
        // 0.05² = 0.0025, and 0.03² · 1 s = 0.0009.
        Self.expectBiasVariance(0.0025, estimator.covariance)
        for index in 1...100 {
            _ = try estimator.output(for: SensorFrame(time: Double(index) * 0.01, gyroscope: Vector3(0.1, 0.2, 0.3)))
        }
        Self.expectBiasVariance(0.0034, estimator.covariance)
    }

    private static func expectBiasVariance(_ expected: Double, _ covariance: AttitudeCovariance) {
        let difference = covariance.bias - Matrix3(diagonal: Vector3(expected, expected, expected))
        for row in [difference.x, difference.y, difference.z] { #expect(row.length < Tolerance.rounding) }
    }

    @Test func `The covariance is symmetric and positive for any input`() throws {
        var estimator = ExtendedKalman()
        var generator = SeededGenerator(seed: 63)
        let sizes: [Double] = [1, 1, 1, 1e3, 1e-6]
        for index in 0..<20_000 {
            let size = sizes.randomElement(using: &generator) ?? 1
            _ = estimator.update(
                with: SensorFrame(
                    time: Double(index) * 0.01,
                    accelerometer: Bool.random(using: &generator) ? generator.vector(10 * size) : nil,
                    gyroscope: generator.vector(size),
                    magnetometer: Bool.random(using: &generator) ? generator.vector(50 * size) : nil
                )
            )
            if index % 100 == 99 {
                let matrix = KalmanSimulation.full(estimator.covariance)
                #expect(KalmanSimulation.cholesky(matrix) != nil)
                for row in 0..<6 { for column in 0..<row { #expect(matrix[row][column] == matrix[column][row]) } }
            }
        }
    }

    @Test func `An acceleration that differs by the tolerance has twice the variance`() throws {
        var adaptive = ExtendedKalman(with: { $0.accelerationTolerance = 2 })
        var doubled = ExtendedKalman(with: { $0.accelerometerNoise *= 2.0.squareRoot() })
        let tilted = Vector3(0.06, 0, 1)
        let field = Motion.field
        for index in 0..<50 {
            var frame = SensorFrame(
                time: Double(index) * 0.01,
                accelerometer: Vector3(0, 0, Gravity.standard),
                gyroscope: .zero,
                magnetometer: field
            )
            if index > 0, let direction = tilted.normalised {
                frame.accelerometer = direction * (Gravity.standard + 2)
            }
            let (output, other) = (try adaptive.output(for: frame), try doubled.output(for: frame))
            #expect(output.angle(to: other).radians < Tolerance.equations)
        }
    }

    private func wave(_ time: Seconds, _ period: Seconds) -> Double {
        let phase = time / period - (time / period).rounded(.down)
        return phase < 0.5 ? 1 - 4 * abs(phase - 0.25) : 4 * abs(phase - 0.75) - 1
    }
}

extension ExtendedKalman {
    /// The defaults with changes.
    init(with change: (inout Parameters) -> Void) {
        var parameters = Parameters()
        change(&parameters)
        self.init(parameters)
    }
}
