import PublishedEstimators
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Equations worked out by hand. SmartphoneBenchmarkTests compares the observer with another implementation.
struct MartinTests {
    /// A sample of a level device that is rotated about Up.
    private func frame(_ degrees: Double, rate: Double = 0, vertical: Double = -30, at time: Seconds) -> SensorFrame {
        Motion.levelFrame(degrees, rate: rate, field: Vector3(0, 20, vertical), at: time)
    }

    @Test func `A step corrects a heading error by (l_c + l_d) Δt sin`() throws {
        var parameters = Martin.Parameters()
        (parameters.lc, parameters.ld) = (0.75, 0.25)
        var estimator = Martin(parameters)
        _ = try estimator.output(for: frame(0, at: 0))
        // LE = (l_c + l_d) sin 30° = 0.5 about Up: q = (1, 0, 0, 0.05).
        let output = try estimator.output(for: frame(30, at: 0.1))
        // 2 arctan(0.05)
        #expect(abs(output.signedHeadingAngle.radians - 0.099_916_791_443_885_53) < Tolerance.rounding)
    }

    @Test(arguments: [1, 100, -300.0])
    func `The vertical part of the field has no effect`(_ vertical: Double) throws {
        var (here, there) = (Martin(), Martin())
        for index in 0..<200 {
            let degrees = 20 * Double(index % 7)
            let output = try here.output(for: frame(degrees, at: Double(index) * 0.01))
            let other = try there.output(for: frame(degrees, vertical: vertical, at: Double(index) * 0.01))
            #expect(output.angle(to: other).radians < Tolerance.equations)
        }
    }

    @Test func `The observer learns a constant bias`() throws {
        var parameters = Martin.Parameters()
        (parameters.lc, parameters.sigma) = (1, 0.2)
        var estimator = Martin(parameters)
        var output = UnitQuaternion.identity
        for index in 0..<20_000 { output = try estimator.output(for: frame(0, rate: 0.01, at: Double(index) * 0.01)) }
        #expect(abs(output.signedHeadingAngle.radians) < Tolerance.equations)
    }

    @Test func `The benchmark's form starts with a heading of −90°`() throws {
        var parameters = Martin.Parameters()
        parameters.form = .benchmark
        var estimator = Martin(parameters)
        let output = try estimator.output(for: frame(0, at: 0))
        #expect(abs(output.signedHeadingAngle.degrees + 90) < Tolerance.equations)
    }
}
