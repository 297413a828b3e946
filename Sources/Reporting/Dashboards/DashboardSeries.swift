import Evaluation

/// The figures of an evaluation that a dashboard follows from one revision to the next: those of a recording's
/// pipelines; of several recordings, the pipelines' means.
struct DashboardSeries {
    struct Point {
        let metric: Metric
        let value: Double
        /// What is compared: of a metric that is best at zero, the mean size of the figures.
        let comparable: Double
        let interval: BootstrapInterval?
        /// On how many recordings it rests.
        let recordings: Int
    }

    /// `pan: triad`, or `mean: triad`; each once, so that a pipeline's curve goes on over revisions.
    let name: String
    let points: [Point]
    /// The metrics without a value.
    let unmeasured: [MetricName]
    /// Of each run, in the order of the recordings.
    let runs: [EvaluationRun]

    /// The metrics of a report's columns that have a good side, small or near zero.
    static func all(_ results: EvaluationResults) -> [DashboardSeries] {
        let groups = RecordingGroup.groups(of: results.runs)
        let subject = groups.count == 1 ? groups[0].title : "mean"
        let metrics = ReportColumn.columns(for: results.runs).map { MetricCatalogue.metric($0.metric) }
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
        var unmeasured: [MetricName] = []
        for metric in metrics {
            let mean = pipeline.mean(of: metric.name)
            guard let value = mean.value else {
                unmeasured.append(metric.name)
                continue
            }
            // Of a single recording there is that within it.
            let own = pipeline.runs.count == 1 ? runs.first?.metrics.intervals[metric.name] : nil
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
