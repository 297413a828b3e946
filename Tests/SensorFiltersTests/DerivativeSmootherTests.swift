import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Equations worked out by hand. DirectFilterTests compares the filter with a direct computation.
struct DerivativeSmootherTests {
    private static let axis = Vector3(0.48, 0.6, 0.64)

    private func turned(_ degrees: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: degrees), axis: Self.axis)
    }

    @Test func `A prediction over one sample without a dead zone returns the samples`() throws {
        // ½ Δt p ⊗ ω̂ = q_n − q_{n−1} with p = q_{n−1}
        var filter = DerivativeSmoother(
            .init(baseCorrection: 0, correctionGain: 0, stabiliser: 0, derivativeWindow: 1, inputWindow: 1)
        )
        let walk = Specimens.quaternion()
        for (index, sample) in walk.samples.enumerated() {
            let output = try filter.output(for: sample, at: walk.time(index))
            #expect(output.angle(to: sample).radians < Tolerance.rounding)
        }
    }

    @Test func `A turn slower than the stabiliser is followed by the base correction alone`() throws {
        var filter = DerivativeSmoother(.init(baseCorrection: 0.25, inputWindow: 1))
        _ = try filter.output(for: turned(0), at: 0)
        // 5°/s are less than 10°/s.
        let first = try filter.output(for: turned(0.05), at: 0.01)
        #expect(first.angle(to: turned(0.0125)).radians < Tolerance.rounding)
        let second = try filter.output(for: turned(0.05), at: 0.02)
        #expect(second.angle(to: turned(0.0125 + 0.25 * 0.0375)).radians < Tolerance.rounding)
    }

    /// Samples. The equations use the chord of each turn, which is shorter than the arc by a share of (ω Δt)²/24 = 1e-6.
    private static let chordTolerance = 1e-4

    @Test(arguments: [10.0, 30, 60])
    func `The latency in a uniform turn follows the formula of the type`(_ degreesPerSecond: Double) throws {
        let parameters = DerivativeSmootherParameters()
        var filter = DerivativeSmoother(parameters)
        let speed = Angle(degrees: degreesPerSecond).radians
        var angle = 0.0
        for index in 0..<3_000 {
            let sample = turned(degreesPerSecond * Double(index) * 0.01)
            angle = try filter.output(for: sample, at: Double(index) * 0.01).angle(to: sample).degrees
        }
        let excess = max(0, speed - parameters.stabiliser)
        let correction = min(1, parameters.baseCorrection + parameters.correctionGain * excess)
        let latency =
            Double(parameters.inputWindow - 1) / 2
            + (1 - correction) / correction * min(parameters.stabiliser, speed) / speed
        #expect(abs(angle / (degreesPerSecond * 0.01) - latency) < Self.chordTolerance)
    }
}
