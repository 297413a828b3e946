public import Evaluation
package import Recordings
package import SensorModel

/// The rules by which the figures of an experiment become a leaderboard.
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
    /// A figure that others published.
    public struct PublishedFigure: Sendable, Hashable {
        /// The publication.
        public let source: String
        /// The metric.
        public let metric: MetricName
        /// The name of the recording.
        public let recording: String
        /// The name of the pipeline.
        public let pipeline: String
        /// The published value, in the metric's unit.
        public let value: Double

        package init(source: String, metric: MetricName, recording: String, pipeline: String, value: Double) {
            self.source = source
            self.metric = metric
            self.recording = recording
            self.pipeline = pipeline
            self.value = value
        }
    }

    /// The tags of the datasets. Each dataset has the same weight, whatever the number of its recordings.
    public let datasets: [String]
    /// The metric that orders and ranks the pipelines, and chooses their settings.
    public let metric: MetricName
    /// The published figures.
    public let published: [PublishedFigure]

    /// Creates rules.
    public init(datasets: [String], metric: MetricName, published: [PublishedFigure] = []) {
        precondition(!datasets.isEmpty, "a leaderboard has datasets")
        self.datasets = datasets
        self.metric = metric
        self.published = published
    }

    /// - Parameters:
    ///   - tags: the tags of all recordings; nil where they are unknown.
    ///   - pipelines: the names of all pipelines; nil where they are unknown.
    ///   - metrics: the metrics of the experiment.
    package init(
        _ value: YAMLValue,
        tags: [String]?,
        pipelines: [String]?,
        metrics: Set<MetricName>
    ) throws(InputError) {
        let root = try value.mapping("leaderboard")
        try root.allow(["datasets", "metric", "published"])
        let items = try root.required("datasets").items("datasets")
        guard !items.isEmpty else {
            throw value.error(message: "the leaderboard has no datasets", advice: "add a tag to 'datasets'")
        }
        datasets = try items.map { item throws(InputError) in
            let tag = try item.text("a dataset")
            if let tags { try item.check(tag, "tag", isOneOf: tags) }
            return tag
        }
        let item = try root.required("metric")
        metric = try Self.metric(item, among: metrics)
        guard MetricCatalogue.metric(metric).polarity.cost != nil else {
            throw item.error(
                message: "the metric '\(metric.rawValue)' has no better side",
                advice: "choose another"
            )
        }
        var figures: [PublishedFigure] = []
        for entry in try root["published"]?.items("published") ?? [] {
            figures += try Self.published(entry, pipelines: pipelines, metrics: metrics)
        }
        published = figures
    }

    private static func metric(_ item: YAMLValue, among metrics: Set<MetricName>) throws(InputError) -> MetricName {
        let name: MetricName = try item.word("a metric")
        guard metrics.contains(name) else {
            throw item.error(
                message: "'\(name.rawValue)' is not one of 'metrics'",
                advice: "add it to 'metrics'"
            )
        }
        return name
    }

    /// The figures of one publication, each as recording, pipeline and value.
    private static func published(
        _ entry: YAMLValue,
        pipelines: [String]?,
        metrics: Set<MetricName>
    ) throws(InputError) -> [PublishedFigure] {
        let root = try entry.mapping("a publication")
        try root.allow(["source", "metric", "figures"])
        let source = try root.required("source").text("source")
        let metric = try metric(root.required("metric"), among: metrics)
        return try root.required("figures").items("figures").map { row throws(InputError) in
            let cells = try row.items("a published figure")
            guard cells.count == 3 else {
                throw row.error(
                    message: "the entry has \(cells.count) values, but needs recording, pipeline and value",
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
