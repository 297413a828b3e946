import SensorFilters
import SensorModel
import Testing

struct DipThresholdTests {
    /// The decisions for samples with these strengths in µT and dips in degrees, where 50 µT and 60° are expected.
    private func decisions(_ samples: [(strength: Double, dip: Double)]) -> [Bool] {
        var parameters = DisturbanceRejection()
        parameters.magneticDetection = .detect
        parameters.magneticThreshold = 10
        parameters.dipThreshold = Angle(degrees: 5)
        var detector = MagneticPerturbationDetector(parameters, dip: Angle(degrees: 60))
        return samples.map { strength, degrees in
            let dip = Angle(degrees: degrees)
            let field = Vector3(0, dip.cosine, -dip.sine)
            let directions = UnitDirections(gravity: Vector3(0, 0, 1), field: field)
            return detector.accepts(strength, directions, after: 0.1)
        }
    }

    @Test func `With a threshold of the dip, a perturbation changes strength and dip`() {
        let samples = [(50.0, 60.0), (70, 60), (50, 70), (70, 64), (70, 66), (30, 54), (30, 56)]
        #expect(decisions(samples) == [true, true, true, true, false, false, true])
    }
}
