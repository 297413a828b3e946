import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// VQF on BROAD (Laidig et al. 2021, doi:10.3390/data6070072), compared with its authors' implementation, the PyPI
/// package `vqf`. Fixtures/make_vqf_broad.py wrote the expected values.
@Suite("VQF on BROAD as its authors' implementation", .enabled(if: SharedDatasets.has("broad")))
struct BroadVQFParityTests {
    /// Degrees. The documented bound of the estimator.
    static let angleDegrees = 0.01

    private struct Fixture: Decodable {
        struct Mode: Decodable {
            let total: Double
            let heading: Double
            let inclination: Double
            let quaternions: [Double]

            enum CodingKeys: String, CodingKey {
                case total = "total_rmse_deg"
                case heading = "heading_rmse_deg"
                case inclination = "inclination_rmse_deg"
                case quaternions
            }

            func orientation(_ index: Int) -> UnitQuaternion? {
                let components = quaternions[4 * index..<4 * index + 4].map { $0 }
                return UnitQuaternion(w: components[0], x: components[1], y: components[2], z: components[3])
            }
        }

        let step: Int
        let trials: [String: [String: Mode]]
    }

    @Test(arguments: BroadParityTests.trials)
    func `Orientations are within 0.01° and the RMSE is within 0.001°`(_ trial: String) throws {
        let fixture: Fixture = try Package.decode("Tests/EvaluationTests/Fixtures/vqf_broad.json")
        let outcomes = try BroadOutcomes.of(trial)
        for (mode, name) in [("basic", BroadOutcomes.vqfBasic), ("full", BroadOutcomes.vqfFull)] {
            let outcome = try #require(outcomes[name])
            let expected = try #require(fixture.trials[trial]?[mode])
            let orientations = outcome.estimates.orientations
            #expect((orientations.count - 1) / fixture.step + 1 == expected.quaternions.count / 4)
            for index in 0..<expected.quaternions.count / 4 {
                let other = try #require(expected.orientation(index))
                #expect(
                    orientations[index * fixture.step].angle(to: other).degrees < Self.angleDegrees,
                    "\(mode) \(index)"
                )
            }
            let figures = [
                (Metric.totalRMSE, expected.total), (.headingRMSE, expected.heading),
                (.inclinationRMSE, expected.inclination),
            ]
            for (name, value) in figures {
                let measured = try #require(outcome.run.metrics[name])
                #expect(abs(measured - value) < Tolerance.publishedDegrees, "\(mode) \(name.name)")
            }
        }
    }
}
