import Evaluation
import Pipelines
import SensorModel
import TestSupport
import Testing

/// The smallest errors that the authors of BROAD published for their grid over gains
/// (Laidig et al. 2021, doi:10.3390/data6070072), from the settings of the grid that have them.
@Suite("BROAD's grid", .enabled(if: SharedDatasets.has("broad")))
struct BroadGridTests {
    private static let metrics = [Metric.totalRMSE, .headingRMSE, .inclinationRMSE]

    /// The settings with the smallest error of each metric: β of Madgwick's filter, Kp and Ki of Mahony's.
    struct Best: Sendable, CustomTestStringConvertible {
        let trial: String
        let madgwick: [String]
        let mahony: [String]
        var testDescription: String { trial }
    }

    static let best = [
        Best(
            trial: "07_undisturbed_fast_rotation_B",
            madgwick: ["0.26", "0.30", "0.07"],
            mahony: ["kp=1.70,ki=0", "kp=2.00,ki=0", "kp=0.54,ki=0.0040"]
        ),
        Best(
            trial: "21_undisturbed_fast_combined",
            madgwick: ["0.07", "0.08", "0.03"],
            mahony: ["kp=0.04,ki=0.0013", "kp=0.02,ki=0.0013", "kp=0.04,ki=0.0014"]
        ),
        Best(
            trial: "30_disturbed_stationary_magnet_C",
            madgwick: ["0.01", "0.07", "0.01"],
            mahony: ["kp=0.04,ki=0.0001", "kp=0.24,ki=0.0007", "kp=0.02,ki=0.0003"]
        ),
    ]

    @Test(arguments: best)
    func `The smallest errors of a sweep equal the published ones`(best: Best) throws {
        let published = try BroadPublication.all()
        var options = EvaluationOptions()
        options.metrics = Set(Self.metrics)
        let sweep = RecordingSweep(try SharedRecordings.broad(best.trial), options: options)
        let settings = [
            "madgwick": best.madgwick.map { "madgwick:beta=\($0),reference=halved" },
            "mahony": best.mahony.map { "mahony:\($0)" },
        ]
        for (name, texts) in settings {
            let runs = try sweep.evaluate(try texts.map { try PipelineSpecification(parsing: $0) })
            #expect(runs.count == Self.metrics.count)
            let minimum = try #require(published[name]?.trials[best.trial]?.minimum)
            for (metric, run) in zip(Self.metrics, runs) {
                let (found, expected) = (try #require(run.metrics[metric]), try #require(minimum[metric.name]))
                #expect(abs(found - expected) < Tolerance.publishedDegrees, "\(run.pipeline.name) \(metric.name)")
            }
        }
    }
}
