import SensorFilters
import SensorModel
import TestSupport
import Testing

struct KalmanConstantVelocityTests {
    /// The unit is that of the values, which are below 100. The matrix products of filterpy have other rounding errors.
    static let parity = 1e-10

    @Test(arguments: [(2, 30.0, 1.0, 100.0), (3, 2.0, 0.5, 10.0), (4, 500.0, 0.1, 1_000.0)])
    func `The output at uneven times equals that of filterpy`(
        _ column: Int,
        _ processNoise: Double,
        _ measurementNoise: Double,
        _ initialSpeed: Double
    ) throws {
        var filter = KalmanConstantVelocity<Double>(
            .init(processNoise: processNoise, measurementNoise: measurementNoise, initialSpeed: initialSpeed)
        )
        let rows = try NumberTable.rows(fixture: "kalman_constant_velocity.csv")
        #expect(rows.count == 400)
        var largest = 0.0
        for row in rows { largest = max(largest, abs(try filter.output(for: row[1], at: row[0]) - row[column])) }
        #expect(largest <= Self.parity)
    }

    @Test(arguments: [0.001, 0.05, 0.8])
    func `At even intervals the filter converges to an alpha-beta filter`(_ beta: Double) throws {
        // With Λ² = σ_a² Δt³/σ_x² the stationary Riccati equation is Λ² = β²/(1 − α) and α² + α β − 2β + β²/6 = 0.
        let alpha = ((beta * beta / 3 + 8 * beta).squareRoot() - beta) / 2
        let index = beta / (1 - alpha).squareRoot()
        let interval = 1.0 / 64
        let noise = 0.3
        var filter = KalmanConstantVelocity<Double>(
            .init(processNoise: index * noise / (interval * interval * interval).squareRoot(), measurementNoise: noise)
        )
        var time = 0.0
        for _ in 0..<5_000 {
            #expect(try filter.output(for: 0, at: time) == 0)
            time += interval
        }
        // The response to an impulse is α, then (1 − α)(α + β).
        #expect(abs(try filter.output(for: 1, at: time) - alpha) < Tolerance.rounding)
        #expect(abs(try filter.output(for: 0, at: time + interval) - (1 - alpha) * (alpha + beta)) < Tolerance.rounding)
    }

    @Test func `A ramp and a uniform turn have no lag in the steady state`() throws {
        var scalar = KalmanConstantVelocity<Double>()
        var orientation = KalmanConstantVelocity<UnitQuaternion>()
        var heading = KalmanConstantVelocity<Heading>()
        let start = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.6, 0, 0.8))
        let rate = Vector3(1, -2, 0.5)
        for index in 0..<1_000 {
            let time = Double(index) * 0.01
            let truth = start * UnitQuaternion(rotationVector: rate * time)
            let lags = (
                scalar: 50 * time - (try scalar.output(for: 50 * time, at: time)),
                heading: try heading.output(for: Heading(degrees: 50 * time), at: time)
                    .displacement(to: Heading(degrees: 50 * time)),
                orientation: try orientation.output(for: truth, at: time).angle(to: truth).radians
            )
            guard index > 600 else { continue }
            #expect(abs(lags.scalar) < Tolerance.equations)
            #expect(abs(lags.heading) < Tolerance.equations)
            #expect(lags.orientation < Tolerance.equations)
        }
    }

    @Test func `Headings, turns about one axis and vectors along one axis equal plain numbers`() throws {
        let parameters = KalmanConstantVelocityParameters(processNoise: 10, measurementNoise: 0.5)
        var plain = KalmanConstantVelocity<Double>(parameters)
        var heading = KalmanConstantVelocity<Heading>(parameters)
        var orientation = KalmanConstantVelocity<UnitQuaternion>(parameters)
        var vector = KalmanConstantVelocity<Vector3>(parameters)
        let axis = Vector3(0, 0.6, 0.8)
        for row in try NumberTable.rows(fixture: "kalman_constant_velocity.csv") {
            let expected = try plain.output(for: row[1], at: row[0])
            let onCircle = try heading.output(for: Heading(degrees: row[1]), at: row[0])
            #expect(abs(onCircle.displacement(to: Heading(degrees: expected))) < Tolerance.equations)
            let turned = try orientation.output(for: .init(angle: .init(degrees: row[1]), axis: axis), at: row[0])
            #expect(turned.angle(to: .init(angle: .init(degrees: expected), axis: axis)).radians < Tolerance.equations)
            #expect((try vector.output(for: axis * row[1], at: row[0]) - axis * expected).length < Tolerance.equations)
        }
    }

    @Test func `Noises and an initial speed that are four times as large give the same output`() throws {
        var one = KalmanConstantVelocity<Double>(.init(processNoise: 20, measurementNoise: 2, initialSpeed: 100))
        var other = KalmanConstantVelocity<Double>(.init(processNoise: 5, measurementNoise: 0.5, initialSpeed: 25))
        for row in try NumberTable.rows(fixture: "kalman_constant_velocity.csv") {
            #expect(
                abs(try one.output(for: row[1], at: row[0]) - other.output(for: row[1], at: row[0]))
                    < Tolerance.equations
            )
        }
    }

    @Test func `Intervals of very different lengths leave the output bounded`() throws {
        var filter = KalmanConstantVelocity<Double>(.init(processNoise: 1e6, measurementNoise: 1e-6))
        var generator = SeededGenerator(seed: 63)
        var time = 0.0
        for _ in 0..<10_000 {
            time += [1e-7, 1e-3, 0.9].randomElement(using: &generator) ?? 0
            #expect(abs(try filter.output(for: generator.number(in: -1...1), at: time)) < 2)
        }
    }
}
