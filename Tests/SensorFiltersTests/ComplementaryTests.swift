import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct ComplementaryTests {
    /// Degrees. Rounding errors of an arc of 40°.
    private static let degrees = 1e-9
    /// Radians. After 20 time constants, exp(−20) of the error of 0.01 rad remains, and the expected value has ten digits.
    private static let settling = 1e-8

    private static let up = Vector3(0, 0, 1)

    /// The last output for exact directions of `truth` and a constant rate.
    private func run(
        _ estimator: inout Complementary,
        truth: UnitQuaternion,
        rate: Vector3,
        acceleration: Double = Gravity.standard,
        times: [Seconds]
    ) throws -> UnitQuaternion {
        var output = UnitQuaternion.identity
        for time in times {
            var frame = Motion.frame(truth, rate: rate, at: time)
            frame.accelerometer = truth.conjugate.rotate(Self.up) * acceleration
            output = try estimator.output(for: frame)
        }
        return output
    }

    @Test(arguments: [[0.5], [0.1, 0.5], [0.05, 0.2, 0.3, 0.5]])
    func `An error decays by exp(−t/τ) at any intervals`(_ times: [Seconds]) throws {
        var estimator = Complementary(.init(timeConstant: 0.25))
        _ = try run(&estimator, truth: .identity, rate: .zero, times: [0])
        let truth = UnitQuaternion(angle: Angle(degrees: 40), axis: Self.up)
        let output = try run(&estimator, truth: truth, rate: .zero, times: times)
        // 40° exp(−2)
        #expect(abs(output.angle(to: truth).degrees - 5.413_411_329_464_508) < Self.degrees)
    }

    @Test func `A constant bias b leaves an error of b τ`() throws {
        var estimator = Complementary()
        let bias = 0.01
        let times = (0..<4_000).map { Double($0) * 0.005 }
        let output = try run(&estimator, truth: .identity, rate: Self.up * bias, times: times)
        // For samples e = (e + bΔt) exp(−Δt/τ), so that e = bΔt / (exp(Δt/τ) − 1) = 0.009 975 02.
        #expect(abs(output.angle(to: .identity).radians - 0.009_975_020_8) < Self.settling)
    }

    @Test func `An acceleration that differs by the tolerance halves the correction`() throws {
        let truth = UnitQuaternion(angle: Angle(degrees: 10), axis: Vector3(1, 0, 0))
        let share = 1 - 0.904_837_418_035_959_6  // 1 − exp(−0.1)
        for (departure, trust) in [(0.0, 1.0), (0.5, 0.5), (-0.5, 0.5), (4.5, 1.0 / 82)] {
            var estimator = Complementary(.init(accelerationTolerance: 0.5))
            _ = try run(&estimator, truth: .identity, rate: .zero, times: [0])
            let length = Gravity.standard + departure
            let output = try run(&estimator, truth: truth, rate: .zero, acceleration: length, times: [0.1])
            #expect(abs(output.angle(to: .identity).degrees - 10 * share * trust) < Self.degrees)
        }
    }

    @Test func `The tolerance halves the error of a walking user`() throws {
        var generator = SeededGenerator(seed: 61)
        var (plain, adaptive) = (Complementary(), Complementary(.init(accelerationTolerance: 0.5)))
        var (plainSquares, adaptiveSquares) = (0.0, 0.0)
        for index in 0..<4_000 {
            let time = Double(index) * 0.01
            var frame = Motion.frame(.identity, rate: generator.vector(0.01), at: time)
            // A bump of 0.2 s every 0.5 s, forward and up.
            let isBump = index % 50 < 20
            frame.accelerometer = Vector3(0, isBump ? 3 : 0, isBump ? 12.5 : Gravity.standard) + generator.vector(0.1)
            plainSquares += square(try plain.output(for: frame).angle(to: .identity).degrees)
            adaptiveSquares += square(try adaptive.output(for: frame).angle(to: .identity).degrees)
        }
        #expect(adaptiveSquares < plainSquares / 4)
    }

    private func square(_ value: Double) -> Double { value * value }

    @Test func `Blended angles decay by exp(−t/τ), on the shorter way across 180°`() throws {
        var estimator = Complementary(.init(timeConstant: 0.25, form: .angles))
        let start = UnitQuaternion(angle: Angle(degrees: 170), axis: Self.up)
        _ = try run(&estimator, truth: start, rate: .zero, times: [0])
        let truth = UnitQuaternion(angle: Angle(degrees: -150), axis: Self.up)
        let output = try run(&estimator, truth: truth, rate: .zero, times: [0.1, 0.3, 0.5])
        // 40° exp(−2), short of −150°
        #expect(abs(output.signedHeadingAngle.degrees + 155.413_411_329_464_508) < Self.degrees)
    }

    @Test func `Blended angles count rates of the device's axes as those of roll, pitch and yaw`() throws {
        var estimator = Complementary(.init(timeConstant: 1e9, form: .angles))
        // With a roll of 60°, the rate about the device's z axis turns the yaw, though the axis is not vertical.
        let rolled = UnitQuaternion(angle: Angle(degrees: 60), axis: Vector3(0, 1, 0))
        _ = try run(&estimator, truth: rolled, rate: .zero, times: [0])
        let output = try run(&estimator, truth: rolled, rate: Vector3(0, 0, 0.1), times: [0.5, 1])
        let expected = UnitQuaternion(angle: Angle(radians: 0.1), axis: Self.up) * rolled
        #expect(output.angle(to: expected).radians < Self.settling)
    }

    @Test func `Blended angles keep the orientation of a rolled device at rest`() throws {
        var estimator = Complementary(.init(form: .angles))
        let rolled = UnitQuaternion(angle: Angle(degrees: 60), axis: Vector3(1, 0, 0))
        let output = try run(&estimator, truth: rolled, rate: .zero, times: [0, 0.5, 1])
        #expect(output.angle(to: rolled).radians < Self.settling)
    }
}
