import PublishedEstimators
import SensorModel
import TestSupport
import Testing

/// An equation worked out by hand, and parity with the filter of Guo et al. 2017 on a synthetic recording.
/// `Fixtures/make_guo.py` describes it.
struct GuoTests {
    /// Degrees. Both implementations read the same rounded samples, and the fixture has 15 decimals. The rounding errors of
    /// 300 steps in another order remain.
    private static let sameEquations = 1e-9
    /// Degrees. The smallest difference of the two settings in the fixture.
    private static let distinct = 0.5

    private static var smooth: Guo.Parameters {
        var parameters = Guo.Parameters()
        parameters.gyroscopeVariance = 0.01
        parameters.accelerometerVariance = 0.05
        parameters.magnetometerVariance = 0.4
        parameters.initialVariance = 0.0001
        return parameters
    }

    private func largestDegrees(_ parameters: Guo.Parameters, column: String) throws -> Double {
        try SmartphoneInputs.largestDegrees(of: Guo(parameters), fixture: "guo.csv", column: column)
    }

    @Test func `The filter equals its parts in ahrs`() throws {
        #expect(try largestDegrees(Guo.Parameters(), column: "program") < Self.sameEquations)
        #expect(try largestDegrees(Self.smooth, column: "smooth") < Self.sameEquations)
    }

    @Test func `The fixture distinguishes the settings`() throws {
        #expect(try largestDegrees(Guo.Parameters(), column: "smooth") > Self.distinct)
        #expect(try largestDegrees(Self.smooth, column: "program") > Self.distinct)
    }

    /// The prediction is q ⊗ (1, ½ ω Δt), normalised: 2 arctan(½ ω Δt) about Up.
    @Test func `Without a field the filter integrates the gyroscope`() throws {
        var filter = Guo()
        let start = SensorFrame(
            time: 0,
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: .zero,
            magnetometer: Vector3(0, 20, -30)
        )
        _ = try filter.output(for: start)
        var output = UnitQuaternion.identity
        // The held field is valid for one second.
        for index in 1...3 {
            let frame = SensorFrame(time: 0.9 * Double(index), gyroscope: Vector3(0, 0, 1))
            output = try filter.output(for: frame)
        }
        var second = filter
        let later = try second.output(for: SensorFrame(time: 3.2, gyroscope: Vector3(0, 0, 1)))
        // 2 arctan(0.25)
        #expect(abs((output.conjugate * later).rotationAngle.radians - 0.489_957_326_253_728_3) < Tolerance.rounding)
    }
}
