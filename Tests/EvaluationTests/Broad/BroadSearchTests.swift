import Evaluation
import Experiments
import Pipelines
import Recordings
import TestSupport
import Testing

/// The search on the real recordings of BROAD, Laidig et al. 2021, doi:10.3390/data6070072.
@Suite("Search on BROAD", .enabled(if: SharedDatasets.has("broad")))
struct BroadSearchTests {
    /// The size of the authors' grid: 100 values of kp, 41 of ki.
    private static let gridSize = 4_100

    @Test
    func `A tenth of the authors' evaluations reaches the minimum of their grid for Mahony's filter within 0.1 %`()
        throws
    {
        let trial = "24_disturbed_tapping_A"
        let published = try BroadPublication.all()
        let minimum = try #require(published["mahony"]?.trials[trial]?.minimum["total_rmse_deg"])
        var options = EvaluationOptions()
        options.metrics = [.totalRMSE]
        let sweep = RecordingSweep(try SharedRecordings.broad(trial), options: options)
        let space = try SearchSpace([
            try SearchAxis("kp", from: 0.02, to: 2), try SearchAxis("ki", from: 0, to: 0.004),
        ])
        var search = ParameterSearch(space, SearchPlan(.nelderMead, evaluations: Self.gridSize / 10, restarts: 3))
        while search.end == nil, search.best?.cost ?? .infinity > minimum * 1.001 {
            let pipelines = try search.candidates.map { point in
                try PipelineSpecification(parsing: "mahony:kp=\(point[0]),ki=\(point[1])")
            }
            search.tell(try sweep.evaluate(pipelines).map { $0.metrics[.totalRMSE] })
        }
        #expect(try #require(search.best?.cost) <= minimum * 1.001, "after \(search.evaluations.count) evaluations")
    }
}
