public import Evaluation
package import Recordings
package import SensorModel

/// The rules by which a leaderboard is computed from the results of an experiment.
///
/// ```yaml
/// leaderboard:
///   datasets: [BROAD, phones]
///   metric: aligned_total_rmse_deg
///   published:
///     - source: Laidig et al. 2021, doi:10.3390/data6070072
///       metric: total_rmse_deg
///       figures:
///         - [02_undisturbed_slow_rotation_B, Madgwick of BROAD, 1.4968]
/// ```
public struct LeaderboardRules: Sendable, Hashable {
    /// A value from a publication, with which a value of the experiment is compared.
    public struct PublishedFigure: Sendable, Hashable {
        /// The citation of the publication.
        public let source: String
        /// The metric of the value.
        public let metric: Metric
        /// The name of the recording.
        public let recording: String
        /// The name of the pipeline.
        public let pipeline: String
        /// The published value, in the metric's unit.
        public let value: Double

        package init(source: String, metric: Metric, recording: String, pipeline: String, value: Double) {
            self.source = source
            self.metric = metric
            self.recording = recording
            self.pipeline = pipeline
            self.value = value
        }
    }

    /// The tags that define the datasets. A dataset consists of the recordings with its tag. All datasets have the same
    /// weight, independent of their numbers of recordings.
    public let datasets: [String]
    /// The metric that ranks the pipelines and selects their settings.
    public let metric: Metric
    /// The published values for comparison.
    public let published: [PublishedFigure]

    /// Creates rules with at least one dataset.
    public init(datasets: [String], metric: Metric, published: [PublishedFigure] = []) {
        precondition(!datasets.isEmpty, "a leaderboard must have at least one dataset")
        self.datasets = datasets
        self.metric = metric
        self.published = published
    }

    /// Reads rules from a definition.
    ///
    /// - Parameters:
    ///   - value: value of the key `leaderboard`.
    ///   - tags: tags of all recordings; `nil` if they are unknown.
    ///   - pipelines: names of all pipelines; `nil` if they are unknown.
    ///   - options: options of the experiment. They list the metrics that the rules can name.
    package init(
        _ value: YAMLValue,
        tags: [String]?,
        pipelines: [String]?,
        among options: EvaluationOptions
    ) throws(InputError) {
        let root = try value.mapping("leaderboard")
        try root.allow(["datasets", "metric", "published"])
        let items = try root.required("datasets").items("datasets")
        guard !items.isEmpty else {
            throw value.error(message: "the leaderboard has no datasets", advice: "add a recording tag to 'datasets'")
        }
        datasets = try items.map { item throws(InputError) in
            let tag = try item.text("a dataset")
            if let tags { try item.check(tag, "tag", isOneOf: tags) }
            return tag
        }
        let item = try root.required("metric")
        metric = try Self.metric(item, among: options)
        guard metric.polarity.cost != nil else {
            throw item.error(
                message: "the metric '\(metric.name)' cannot rank pipelines, because neither small nor large values "
                    + "are better",
                advice: "choose another metric"
            )
        }
        var figures: [PublishedFigure] = []
        for entry in try root["published"]?.items("published") ?? [] {
            figures += try Self.published(entry, pipelines: pipelines, among: options)
        }
        published = figures
    }

    private static func metric(_ item: YAMLValue, among options: EvaluationOptions) throws(InputError) -> Metric {
        let metric = try item.metric("a metric", options.addedMetrics)
        guard options.metrics?.contains(metric) ?? true else {
            throw item.error(
                message: "the list 'metrics' does not contain the metric '\(metric.name)'",
                advice: "add '\(metric.name)' to 'metrics'"
            )
        }
        return metric
    }

    /// Reads the values of one publication. Each entry consists of recording, pipeline and value.
    private static func published(
        _ entry: YAMLValue,
        pipelines: [String]?,
        among options: EvaluationOptions
    ) throws(InputError) -> [PublishedFigure] {
        let root = try entry.mapping("a publication")
        try root.allow(["source", "metric", "figures"])
        let source = try root.required("source").text("source")
        let metric = try metric(root.required("metric"), among: options)
        return try root.required("figures").items("figures").map { row throws(InputError) in
            let cells = try row.items("a published figure")
            let count = cells.count
            guard count == 3 else {
                throw row.error(
                    message: "the entry must have 3 values (recording, pipeline and value), but has \(count)",
                    advice: "write [recording, pipeline, value]"
                )
            }
            let pipeline = try cells[1].text("the pipeline")
            if let pipelines { try cells[1].check(pipeline, "pipeline", isOneOf: pipelines) }
            return PublishedFigure(
                source: source,
                metric: metric,
                recording: try cells[0].text("the recording"),
                pipeline: pipeline,
                value: try cells[2].number("the value")
            )
        }
    }
}
