import Evaluation

/// The results of one pipeline, which a dashboard plots over the revisions of a program.
///
/// The results are values for a single recording, or means over several recordings.
struct DashboardSeries {
    /// The value of one metric.
    struct Point {
        let metric: Metric
        let value: Double
        /// The value to compare. For a metric that is best at zero, this is the mean of the absolute values.
        let comparable: Double
        let interval: BootstrapInterval?
        /// The number of recordings in the mean.
        let recordings: Int
    }

    /// The name of the series, such as `pan: triad` or `mean: triad`. It is unique and the same in every revision.
    let name: String
    let points: [Point]
    /// The metrics without a value.
    let unmeasured: [Metric]
    /// The runs, in the order of the recordings.
    let runs: [EvaluationRun]

    /// The series of all pipelines. They contain only metrics for which smaller values, or values closer to zero, are
    /// better.
    static func all(_ results: EvaluationResults) -> [DashboardSeries] {
        let groups = RecordingGroup.groups(of: results.runs)
        let subject = groups.count == 1 ? groups[0].title : "mean"
        let metrics = ReportColumn.columns(for: results.runs).map(\.metric)
            .filter { $0.polarity == .smallerIsBetter || $0.polarity == .closerToZeroIsBetter }
        var taken: [String: Int] = [:]
        return PipelineMeans.all(in: groups).map { pipeline in
            let name = "\(subject): \(pipeline.name)"
            let number = taken[name, default: 0] + 1
            taken[name] = number
            return DashboardSeries(number == 1 ? name : "\(name) (\(number))", pipeline, metrics)
        }
    }

    private init(_ name: String, _ pipeline: PipelineMeans, _ metrics: [Metric]) {
        self.name = name
        runs = pipeline.runs.compactMap(\.self)
        var points: [Point] = []
        var unmeasured: [Metric] = []
        for metric in metrics {
            let mean = pipeline.mean(of: metric)
            guard let value = mean.value else {
                unmeasured.append(metric)
                continue
            }
            // A single recording has no interval over recordings, but its metrics can have intervals within the
            // recording.
            let own = pipeline.runs.count == 1 ? runs.first?.metrics.intervals[metric] : nil
            points.append(
                Point(
                    metric: metric,
                    value: value,
                    comparable: mean.comparable ?? value,
                    interval: mean.interval ?? own,
                    recordings: mean.recordings.count
                )
            )
        }
        self.points = points
        self.unmeasured = unmeasured
    }
}
