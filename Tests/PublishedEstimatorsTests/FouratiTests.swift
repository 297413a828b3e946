import PublishedEstimators
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Equations worked out by hand. SmartphoneBenchmarkTests compares the observer with another implementation.
struct FouratiTests {
    @Test(arguments: MagneticReference.allCases)
    func `A step corrects a heading error by 2 β k_m Δt sin/(4 k_m² + λ)`(_ reference: MagneticReference) throws {
        var parameters = Fourati.Parameters(beta: 1.5)
        parameters.km = 0.5
        parameters.damping = 0.25
        parameters.reference = reference
        var estimator = Fourati(parameters)
        _ = try estimator.output(for: Motion.levelFrame(0, at: 0))
        // X Xᵀ has 4 k_m² + λ = 1.25 about Up, and X (m − m̂) is 2 k_m sin 30° = 0.5: q = (1, 0, 0, β 0.4 Δt).
        let output = try estimator.output(for: Motion.levelFrame(30, at: 0.1))
        // 2 arctan(0.06)
        #expect(abs(output.signedHeadingAngle.radians - 0.119_856_310_242_415_76) < Tolerance.rounding)
    }

    @Test func `An acceleration beyond the threshold does not correct the inclination`() throws {
        var parameters = Fourati.Parameters()
        parameters.disturbances.accelerationThreshold = 0.5
        var guarded = Fourati(parameters)
        var plain = Fourati()
        _ = try guarded.output(for: Motion.levelFrame(0, at: 0))
        _ = try plain.output(for: Motion.levelFrame(0, at: 0))
        let pushed = SensorFrame(
            time: 0.1,
            accelerometer: Vector3(4, 0, 9.81),
            gyroscope: .zero,
            magnetometer: Vector3(0, 20, 0)
        )
        #expect(try guarded.output(for: pushed).angle(to: .identity).radians < Tolerance.rounding)
        #expect(try plain.output(for: pushed).angle(to: .identity).degrees > 0.1)
    }

    @Test func `A repetition restores the orientation from before a perturbation that was noticed late`() throws {
        var parameters = Fourati.Parameters(beta: 2)
        parameters.disturbances.magneticDetection = .repeat
        parameters.disturbances.fieldStrength = 20
        var estimator = Fourati(parameters)
        var output = UnitQuaternion.identity
        for index in 0..<400 { output = try estimator.output(for: Motion.levelFrame(0, at: Double(index) * 0.01)) }
        // The field turns slowly with its strength, and grows only at the end.
        for index in 400..<500 { output = try estimator.output(for: Motion.levelFrame(25, at: Double(index) * 0.01)) }
        #expect(output.signedHeadingAngle.degrees > 5)
        var strong = Motion.levelFrame(25, at: 5)
        strong.magnetometer = Vector3(0, 60, 0)
        output = try estimator.output(for: strong)
        #expect(output.angle(to: .identity).radians < Tolerance.rounding)
    }
}
