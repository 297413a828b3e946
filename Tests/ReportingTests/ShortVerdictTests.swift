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
                if reversesLag { run.metrics.set(.lag, to: 100 / factor * Double(recording + 1)) }
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
                == "Use 'a': significantly better than 'c' in total RMSE, and no pipeline is significantly better in "
                + "total RMSE, increment RMS or lag over these 10 recordings. 'b' does not differ significantly."
        )
    }

    @Test func `Without such a pipeline, the best by each metric are named`() {
        let text =
            "No pipeline is shown to be among the best in all metrics, so choose by the metric that your app needs "
            + "most. The best mean ranks over these 10 recordings: 'a' in total RMSE, 'a' in increment RMS and 'c' in "
            + "lag."
        #expect(Self.text(["a": 1, "c": 3], recordings: 10, reversesLag: true) == text)
        // 'b' is not significantly worse than 'a' or 'c', but not significantly better than any pipeline, either.
        #expect(Self.text(["b": 2, "a": 1, "c": 3], recordings: 10, reversesLag: true) == text)
    }

    /// The verdict over runs with the same values in each recording.
    private static func text(_ recordings: [String], _ values: KeyValuePairs<String, [Double]>) -> String? {
        let metrics: [Metric] = [.totalRMSE, .incrementRMS, .lag]
        let runs = recordings.flatMap { recording in
            values.map { name, values in
                var run = Specimens.run(recording, name)
                for (metric, value) in zip(metrics, values) { run.metrics.set(metric, to: value) }
                return run
            }
        }
        let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
        let columns = ReportColumn.columns(for: runs)
        return ShortVerdict(pipelines, over: recordings.count, by: metrics, columns: columns).text
    }

    private static let walks = (1...10).map { "walk-\($0)" }

    @Test func `No pipeline is recommended whose interval lies above that of another`() {
        // CD = 2.3437 · √(12/60) = 1.048 exceeds the difference of 1 rank; 10 · 1.048² = 10.98.
        #expect(
            Self.text(Self.walks, ["a": [1, 2, 9], "b": [2, 1, 9], "c": [3, 3, 9]])
                == "These 10 recordings are too few to recommend a pipeline. The 95 % intervals do not overlap in these "
                + "cases: 'a' is better than 'b' and 'c' in total RMSE; 'b' is better than 'a' and 'c' in increment RMS. If the mean ranks stay "
                + "the same, a decision needs about 11 recordings."
        )
    }

    @Test func `Several seeds of a scenario count as one motion`() {
        let seeds = ["pan", "walk"].flatMap { scenario in (1...3).map { "\(scenario)/seed-\($0)" } }
        #expect(
            Self.text(seeds, ["a": [1, 1, 9], "b": [3, 3, 9]])
                == "A recommendation needs recordings of at least 5 motions, but these 6 recordings (2 scenarios with "
                + "several seeds) show only 2. The 95 % intervals do not overlap in these cases: 'a' is better than 'b' in "
                + "total RMSE; 'a' is better than 'b' in increment RMS."
        )
        let many = (1...5).map { "scenario-\($0)" } + ["pan/seed-1", "pan/seed-2"]
        #expect(
            Self.text(many, ["a": [1, 1, 9], "b": [3, 3, 9]])?
                .contains("these 7 recordings (1 scenario with several seeds and 5 other motions)") == true
        )
    }

    @Test func `Pipelines with the same mean rank are named together`() {
        #expect(
            Self.text(Self.walks, ["b": [1, 1, 9], "a": [1, 1, 9], "c": [3, 3, 9]])?.hasPrefix("Use 'b' or 'a':")
                == true
        )
    }

    @Test func `Lags that differ by at most 5 ms do not decide`() {
        #expect(Self.text(Self.walks, ["a": [1, 1, 6], "c": [3, 3, -2]])?.hasPrefix("Use 'a':") == true)
        #expect(Self.text(Self.walks, ["a": [1, 1, 8], "c": [3, 3, -2]])?.hasPrefix("No pipeline") == true)
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
