import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Equations worked out by hand. AHRSParityTests compares the filter with another implementation.
struct MadgwickTests {
    /// 2 arctan(0.05), the angle of the quaternion (1, 0, 0, 0.05).
    private static let twentieth = 0.099_916_791_443_885_53

    @Test func `A filter without gain integrates the rate to first order`() throws {
        var estimator = Madgwick(.init(beta: 0))
        _ = try estimator.output(for: Motion.levelFrame(0, at: 0))
        // (12), (42): q = (1, 0, 0, ½ ω Δt)
        let output = try estimator.output(for: Motion.levelFrame(70, rate: 1, at: 0.1))
        #expect(abs(output.signedHeadingAngle.radians - Self.twentieth) < Tolerance.rounding)
    }

    @Test(arguments: Madgwick.FieldReference.allCases, [-120.0, -1, 0.1, 30, 90])
    func `A step corrects by β Δt for any error`(_ reference: Madgwick.FieldReference, _ error: Double) throws {
        var estimator = Madgwick(.init(beta: 0.5, reference: reference))
        // At 90° the device's x axis points north, and the gradient of the report has no part along the quaternion.
        let start = try estimator.output(for: Motion.levelFrame(90, at: 0))
        // (43), (44): the normalised gradient is q ⊗ (0, 0, 0, ±1), so that q changes by (1, 0, 0, ±β Δt).
        let change = start.conjugate * (try estimator.output(for: Motion.levelFrame(90 + error, at: 0.1)))
        let expected = error > 0 ? Self.twentieth : -Self.twentieth
        #expect(abs(change.signedHeadingAngle.radians - expected) < Tolerance.rounding)
    }

    @Test(arguments: Madgwick.FieldReference.allCases)
    func `A correct orientation is constant`(_ reference: Madgwick.FieldReference) throws {
        var estimator = Madgwick(.init(beta: 0.5, reference: reference))
        let truth = UnitQuaternion(angle: Angle(degrees: 70), axis: Vector3(0.6, 0, 0.8))
        for index in 0..<100 {
            let output = try estimator.output(for: Motion.frame(truth, rate: .zero, at: Double(index) * 0.01))
            #expect(output.angle(to: truth).radians < Tolerance.equations)
        }
    }

    @Test func `A start as in BROAD's code mirrors the heading of a level device`() throws {
        var estimator = Madgwick(.init(start: .broad))
        let output = try estimator.output(for: Motion.levelFrame(50, at: 0))
        #expect(abs(output.signedHeadingAngle.degrees + 50) < Tolerance.equations)
    }
}
