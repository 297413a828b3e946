import SensorFilters
import SensorModel
import TestSupport
import Testing

struct LowPassTests {
    /// Degrees. Rounding errors of arcs up to 80°.
    private static let degrees = 1e-10

    @Test func `The step response is 1 − (1 − α)ⁿ`() throws {
        var filter = LowPass<Double>(.init(smoothing: .alpha(0.1)))
        _ = filter.update(0, at: 0)
        var remaining = 1.0
        for index in 1...50 {
            remaining *= 0.9
            let output = try filter.output(for: 1, at: Double(index) / 90)
            #expect(abs(output - (1 - remaining)) < Tolerance.rounding)
        }
    }

    @Test func `A start at zero gives 1 − (1 − α)ⁿ from the first sample on, across gaps`() throws {
        let parameters = LowPassParameters(smoothing: .alpha(0.1), start: .zero)
        var filter = LowPass<Vector3>(parameters)
        var remaining = 1.0
        // _zAcc is 0 before the first sample in AREA. The tenth sample is five seconds late.
        for index in 1...50 {
            remaining *= 0.9
            let output = try filter.output(for: Vector3(0, 0, 9.81), at: Double(index) / 90 + (index < 10 ? 0 : 5))
            #expect((output - Vector3(0, 0, 9.81 * (1 - remaining))).length < Tolerance.rounding)
        }
        filter.reset()
        #expect(try (filter.output(for: Vector3(1, 0, 0), at: 0) - Vector3(0.1, 0, 0)).length < Tolerance.rounding)
        var scalar = LowPass<Double>(parameters)
        #expect(try abs(scalar.output(for: 1, at: 0) - 0.1) < Tolerance.rounding)
        var heading = LowPass<Heading>(parameters)
        #expect(try abs(heading.output(for: Heading(degrees: 350), at: 0).degrees - 359) < Tolerance.rounding)
        var turn = LowPass<UnitQuaternion>(parameters)
        let tenth = try turn.output(for: UnitQuaternion(angle: Angle(degrees: 50), axis: Vector3(0, 0, 1)), at: 0)
        #expect(abs(tenth.rotationAngle.degrees - 5) < Tolerance.rounding)
    }

    @Test func `The step response with a time constant is 1 − exp(−t/τ) at any intervals`() throws {
        for intervals in [[0.4], [0.1, 0.3], [0.05, 0.05, 0.2, 0.1]] {
            var filter = LowPass<Double>(.init(smoothing: .timeConstant(0.2)))
            _ = filter.update(0, at: 0)
            var time = 0.0
            var output = 0.0
            for interval in intervals {
                time += interval
                output = try filter.output(for: 1, at: time)
            }
            // 1 − exp(−2)
            #expect(abs(output - 0.864_664_716_763_387_3) < Tolerance.rounding)
        }
    }

    @Test func `A cutoff of 1/(2π) Hz equals a time constant of 1 s`() {
        let parameters = LowPassParameters(cutoff: 1 / (2 * Double.pi))
        #expect(parameters.smoothing == .timeConstant(1))
    }

    @Test func `An orientation moves by the share α of the arc`() throws {
        var filter = LowPass<UnitQuaternion>(.init(smoothing: .alpha(0.25)))
        _ = filter.update(.identity, at: 0)
        let target = UnitQuaternion(angle: Angle(degrees: 80), axis: Vector3(0, 0.6, 0.8))
        let output = try filter.output(for: target, at: 0.01)
        #expect(abs(output.angle(to: .identity).degrees - 20) < Self.degrees)
        #expect(abs(output.angle(to: target).degrees - 60) < Self.degrees)
    }
}
