import Evaluation
import Reporting
import Testing

/// Tests of the sentences that recommend a pipeline. Significance is that of `RankingSectionTests`.
@Suite struct ShortVerdictTests {
    /// The verdict over pipelines whose figures are the recording's times a factor, and whose lags are in reverse order.
    private static func text(
        _ factors: KeyValuePairs<String, Double>,
        recordings: Int,
        reversesLag: Bool = false,
        missing: Set<String> = []
    ) -> String? {
        var runs: [EvaluationRun] = []
        for recording in 0..<recordings {
            for (pipeline, factor) in factors {
                var run = Specimens.run("walk-\(recording)", pipeline, scale: factor * Double(recording + 1))
                if reversesLag { run.metrics.set(.lag, to: 1 / factor) }
                if recording == 0, missing.contains(pipeline) {
                    run.metrics.setUnmeasured([.totalRMSE], because: "no reference")
                }
                runs.append(run)
            }
        }
        let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
        let metrics: [Metric] = [.totalRMSE, .incrementRMS, .lag]
        return ShortVerdict(pipelines, over: recordings, by: metrics, columns: ReportColumn.columns(for: runs)).text
    }

    @Test func `The recommended pipeline is not significantly worse than another by any metric`() {
        #expect(
            Self.text(["b": 2, "a": 1, "c": 3], recordings: 10)
                == "Use 'a': no pipeline is significantly better in total RMSE, increment RMS or lag over these 10 "
                + "recordings. The same applies to 'b'."
        )
        // 'a' leads in accuracy and 'c' in lag; only 'b' is not significantly worse than either.
        #expect(Self.text(["b": 2, "a": 1, "c": 3], recordings: 10, reversesLag: true)?.hasPrefix("Use 'b':") == true)
    }

    @Test func `Without such a pipeline, the best by each metric are named`() {
        #expect(
            Self.text(["a": 1, "c": 3], recordings: 10, reversesLag: true)
                == "No pipeline is among the best in all metrics, so choose by the metric that your app needs most. "
                + "The best are 'a' in total RMSE, 'a' in increment RMS and 'c' in lag."
        )
    }

    @Test func `Equal pipelines differ by chance only`() {
        #expect(
            Self.text(["a": 1, "b": 1], recordings: 6)
                == "The pipelines do not differ significantly in total RMSE, increment RMS or lag over these 6 recordings."
        )
    }

    @Test func `In one recording, pipelines within the interval of the best are named`() throws {
        func text(_ values: KeyValuePairs<String, Double>) -> String? {
            let runs = values.map { name, value in
                var run = Specimens.run("walk", name)
                run.metrics.set(.totalRMSE, to: value, interval: BootstrapInterval(lower: value - 1, upper: value + 1))
                return run
            }
            let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
            let columns = ReportColumn.columns(for: runs)
            return ShortVerdict(pipelines, over: 1, by: [.totalRMSE], columns: columns).text
        }
        #expect(
            text(["a": 4, "b": 4.5, "c": 9])
                == "In this recording, 'a' has the smallest total RMSE, but 'b' is within its 95 % interval."
        )
        #expect(text(["a": 4, "b": 4.5]) == "In this recording, the pipelines do not differ clearly in total RMSE.")
        #expect(text(["a": 4, "b": 9])?.hasPrefix("In this recording, 'a' has the smallest total RMSE. ") == true)
    }

    @Test func `Few recordings name the smallest mean and that it may be chance`() {
        let rest = "This may be chance: a test needs at least 5 recordings with values for every pipeline."
        #expect(
            Self.text(["b": 2, "a": 1], recordings: 1) == "In this recording, 'a' has the smallest total RMSE. \(rest)"
        )
        #expect(
            Self.text(["b": 2, "a": 1], recordings: 3)
                == "Over these 3 recordings, 'a' has the smallest total RMSE. \(rest)"
        )
    }

    @Test func `There is no verdict for one pipeline, or over different recordings`() {
        #expect(Self.text(["a": 1], recordings: 10) == nil)
        #expect(Self.text(["a": 1, "b": 2], recordings: 3, missing: ["a"]) == nil)
    }

    @Test func `Each motion of the recordings' names has its best pipeline`() {
        func text(_ factor: Double) -> String? {
            let runs = ["walk 1", "walk 2", "stairs"].flatMap { recording in
                [
                    Specimens.run(recording, "a"),
                    Specimens.run(recording, "b", scale: recording == "stairs" ? 1 / factor : factor),
                ]
            }
            let groups = RecordingGroup.groups(of: runs)
            let columns = ReportColumn.columns(for: runs)
            return ShortVerdict(PipelineMeans.all(in: groups), over: 3, by: [.totalRMSE], columns: columns).motions(
                groups
            )
        }
        #expect(text(2) == "Smallest mean total RMSE by motion: 'a' in walking; 'b' in stairs.")
        #expect(text(1) == "In each motion (walking and stairs), 'a' has the smallest mean total RMSE.")
    }
}
