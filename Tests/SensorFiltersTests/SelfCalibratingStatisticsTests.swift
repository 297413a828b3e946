import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The covariance compared with the errors of simulated runs (Bar-Shalom et al. 2001, section 5.4).
struct SelfCalibratingStatisticsTests {
    private static let runs: UInt64 = 60
    private static let seconds = 24
    /// The seconds after which the errors are measured.
    private static let measured = [4, 8, 12, 16, 20, 24]

    /// The normalised errors εᵀ P⁻¹ ε of the attitude and of its parts, divided by their dimensions: 1 on average for a
    /// correct covariance.
    private struct NormalisedErrors {
        let total: Double
        let tilt: Double
        let heading: Double
    }

    /// The errors of one run after each of the seconds.
    private func run(_ parameters: SelfCalibrating.Parameters, seed: UInt64) throws -> [NormalisedErrors] {
        var simulation = ModelSimulation(parameters, seed: seed)
        var filter = SelfCalibrating(parameters)
        let perSecond = Int((1 / ModelSimulation.interval).rounded())
        var errors: [NormalisedErrors] = []
        for index in 0...(Self.seconds * perSecond) {
            let output = filter.update(with: simulation.frame())
            guard index.isMultiple(of: perSecond), Self.measured.contains(index / perSecond) else { continue }
            let difference = simulation.truth * (try #require(output)).conjugate
            let error = difference.rotationVector
            let covariance = try #require(filter.covariance)
            let total = error.dot(try #require(covariance.inverse) * error) / 3
            let (xx, xy, yy) = (covariance.x.x, covariance.x.y, covariance.y.y)
            let tilt = error.x * error.x * yy - 2 * error.x * error.y * xy + error.y * error.y * xx
            errors.append(
                NormalisedErrors(
                    total: total,
                    tilt: tilt / (xx * yy - xy * xy) / 2,
                    heading: error.z * error.z / covariance.z.z
                )
            )
        }
        return errors
    }

    /// The upper limits are those of the 95 % bands of χ²/n for one error in each of 60 runs: n is 180, 120 and 60. The
    /// lower limits allow a covariance that is 50 % too large, because the filter estimates the variances of velocity and
    /// field, and begins with a field that varies more than the simulated one.
    @Test func `The errors of simulated runs agree with the covariance`() throws {
        // The simulation has no errors that do not average out.
        var parameters = SelfCalibrating.Parameters()
        (parameters.accelerometerError, parameters.slowVariation) = (0, 0)
        let runs = try (1...Self.runs).map { try run(parameters, seed: $0) }
        for (index, second) in Self.measured.enumerated() {
            let means = means(runs.map { $0[index] })
            print("selfCalibrating, ANEES after \(second) s: \(means)")
        }
        let means = means(runs.flatMap { $0 })
        print("selfCalibrating, ANEES: \(means)")
        #expect((0.67...1.217).contains(means.total))
        #expect((0.67...1.268).contains(means.tilt))
        #expect((0.67...1.388).contains(means.heading))
    }

    private func means(_ errors: [NormalisedErrors]) -> NormalisedErrors {
        let share = 1 / Double(errors.count)
        return NormalisedErrors(
            total: errors.map(\.total).reduce(0, +) * share,
            tilt: errors.map(\.tilt).reduce(0, +) * share,
            heading: errors.map(\.heading).reduce(0, +) * share
        )
    }
}
