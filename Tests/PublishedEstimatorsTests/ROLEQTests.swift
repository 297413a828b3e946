import PublishedEstimators
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Steps worked out by hand. AHRSEstimatorParityTests compares the filter with another implementation.
struct ROLEQTests {
    private static let up = Vector3(0, 0, 1)

    private func frame(_ truth: UnitQuaternion, at time: Seconds, field: Vector3 = Vector3(0, 30, 0)) -> SensorFrame {
        SensorFrame(
            time: time,
            accelerometer: truth.conjugate.rotate(Vector3(0, 0, 9.81)),
            gyroscope: .zero,
            magnetometer: truth.conjugate.rotate(field)
        )
    }

    @Test(arguments: [
        // q = ½ (1 + w + (1 − w) cos ψ, 0, 0, (1 − w) sin ψ) with ψ = 90°: 2 arctan((1 − w)/(1 + w))
        (0.5, 36.869_897_645_844_02), (0.2, 67.380_135_051_959_57), (0.9, 6.025_575_008_366_679),
    ])
    func `A step removes a share of a heading error that depends on the weight`(
        _ weight: Double,
        _ degrees: Double
    ) throws {
        var filter = ROLEQ(.init(gravityWeight: weight, dip: .zero))
        _ = try filter.output(for: frame(.identity, at: 0))
        let quarter = UnitQuaternion(angle: Angle(degrees: 90), axis: Self.up)
        let output = try filter.output(for: frame(quarter, at: 0.01))
        #expect(abs(output.signedHeadingAngle.degrees - degrees) < Tolerance.equations)
    }

    @Test func `Repeated samples lead to the optimum of Wahba's cost`() throws {
        var filter = ROLEQ(.init(gravityWeight: 0.3, dip: Angle(degrees: 60)))
        var optimum = SingleFrame(.init(method: .oleq, gravityWeight: 0.3, dip: Angle(degrees: 60)))
        _ = try filter.output(for: frame(.identity, at: 0))
        let truth = UnitQuaternion(rotationVector: Vector3(0.4, -0.3, 0.9))
        var output = UnitQuaternion.identity
        for index in 1...2_000 { output = try filter.output(for: frame(truth, at: Double(index) * 0.01)) }
        let expected = try optimum.output(for: frame(truth, at: 0))
        #expect(output.angle(to: expected).radians < Tolerance.equations)
    }

    @Test func `Without the magnetometer a step makes gravity upright`() throws {
        var filter = ROLEQ(.init(magnetometer: .none))
        _ = try filter.output(for: frame(.identity, at: 0))
        let truth = UnitQuaternion(angle: Angle(degrees: 50), axis: Vector3(0.6, 0.8, 0))
        let output = try filter.output(for: frame(truth, at: 0.01))
        #expect((output * truth.conjugate).inclinationAngle.radians < Tolerance.rounding)
    }
}
