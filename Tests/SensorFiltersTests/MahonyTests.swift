import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Equations worked out by hand. AHRSParityTests compares the filter with another implementation.
struct MahonyTests {
    /// 2 arctan(0.05), the angle of the quaternion (1, 0, 0, 0.05).
    private static let twentieth = 0.099_916_791_443_885_53

    @Test func `A filter without gains integrates the rate to first order`() throws {
        var estimator = Mahony(.init(kp: 0, ki: 0))
        _ = try estimator.output(for: Motion.levelFrame(0, at: 0))
        // q = (1, 0, 0, ½ ω Δt)
        let output = try estimator.output(for: Motion.levelFrame(70, rate: 1, at: 0.1))
        #expect(abs(output.signedHeadingAngle.radians - Self.twentieth) < Tolerance.rounding)
    }

    @Test func `A step corrects by the sine of the error`() throws {
        var estimator = Mahony(.init(kp: 2))
        _ = try estimator.output(for: Motion.levelFrame(0, at: 0))
        // e = sin 30° about Up, so that q = (1, 0, 0, ½ Kp e Δt) = (1, 0, 0, 0.05).
        let output = try estimator.output(for: Motion.levelFrame(30, at: 0.1))
        #expect(abs(output.signedHeadingAngle.radians - Self.twentieth) < Tolerance.rounding)
    }

    @Test func `A constant bias b leaves the error arcsin(b/Kp)`() throws {
        var estimator = Mahony(.init(kp: 0.5))
        var output = UnitQuaternion.identity
        for index in 0..<8_000 {
            output = try estimator.output(for: Motion.levelFrame(0, rate: 0.01, at: Double(index) * 0.01))
        }
        // arcsin(0.02)
        #expect(abs(output.signedHeadingAngle.radians - 0.020_001_333_573_390_49) < Tolerance.equations)
    }

    @Test func `The integral gain learns a constant bias`() throws {
        var estimator = Mahony(.init(kp: 0.5, ki: 0.05))
        var output = UnitQuaternion.identity
        for index in 0..<20_000 {
            output = try estimator.output(for: Motion.levelFrame(0, rate: 0.01, at: Double(index) * 0.01))
        }
        #expect(abs(output.signedHeadingAngle.radians) < Tolerance.equations)
    }
}
