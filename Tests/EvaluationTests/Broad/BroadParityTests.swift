import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The figures that the authors of BROAD (Laidig et al. 2021, doi:10.3390/data6070072) published for their runs of
/// Madgwick's and Mahony's filters.
@Suite("BROAD's published values", .enabled(if: SharedDatasets.has("broad")))
struct BroadParityTests {
    static let trials = [
        "02_undisturbed_slow_rotation_B", "07_undisturbed_fast_rotation_B", "11_undisturbed_slow_translation_B",
        "16_undisturbed_fast_translation_B", "21_undisturbed_fast_combined", "24_disturbed_tapping_A",
        "30_disturbed_stationary_magnet_C", "34_disturbed_attached_magnet_3cm",
    ]

    @Test(arguments: trials)
    func `Total, heading and inclination RMSE equal the published ones`(_ trial: String) throws {
        let published = try BroadPublication.all()
        let outcomes = try BroadOutcomes.of(trial)
        for (name, filter) in [(BroadOutcomes.madgwick, "madgwick"), (BroadOutcomes.mahony, "mahony")] {
            let outcome = try #require(outcomes[name])
            let figures = try #require(published[filter]?.trials[trial]?.tagp)
            for name in [Metric.totalRMSE, .headingRMSE, .inclinationRMSE] {
                let measured = try #require(outcome.run.metrics[name])
                let expected = try #require(figures[name.name])
                #expect(
                    abs(measured - expected) < Tolerance.publishedDegrees,
                    "\(outcome.run.pipeline.name) \(name.name)"
                )
            }
        }
    }

    @Test
    func
        `An initial orientation from gravity and field makes Mahony's filter better than published on a slow rotation`()
        throws
    {
        let run = try SharedRecordings.broad(Self.trials[0]).run("mahony:kp=0.74,ki=0.0012,start=triad")
        // The same equations in C++ with double precision and the initial orientation of TRIAD yield 2.85963, 2.78356,
        // 0.65525.
        for (name, value) in [(Metric.totalRMSE, 2.85963), (.headingRMSE, 2.78356), (.inclinationRMSE, 0.65525)] {
            #expect(abs((run.metrics[name] ?? .nan) - value) < Tolerance.publishedDegrees)
        }
        #expect(run.pipeline.parameters["start"] == .word("triad"))
        #expect(!run.remarks.contains { $0.contains("layout") })
    }
}
