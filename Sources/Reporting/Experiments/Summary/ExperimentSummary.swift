import Evaluation
public import Experiments

/// The summary of an experiment with more runs than a report can list: the mean of every pipeline over the recordings.
///
/// There is a table for each preparation of the recordings, and for each metric a table of all preparations. Means have
/// 95 % bootstrap intervals over the recordings. Pipelines are ranked by the first metric, with the tests of
/// `PipelineRanking`.
public struct ExperimentSummary: ExperimentOverview {
    /// A mean over recordings.
    struct Mean: Sendable {
        let value: Double?
        let interval: BootstrapInterval?
        let count: Int
        let total: Int
    }

    /// The means of all pipelines over some recordings.
    struct Part: Sendable {
        /// The preparation of the recordings in words.
        let preparation: String
        /// The tag that the recordings share; nil for all recordings.
        let tag: String?
        /// The means by pipeline and metric.
        let means: [[Mean]]
        /// The ranking by the first metric; nil for a tag.
        let ranking: Result<PipelineRanking, PipelineRanking.Obstacle>?
    }

    let name: String
    let metrics: [MetricName]
    let pipelines: [String]
    let parts: [Part]
    let tags: [String]
    let recordingCount: Int
    let provenance: [String]
    /// The names of the recordings without any figure.
    public let unmeasured: Set<String>

    /// Computes the means. O(resamples · cells), where a thousand means over a hundred recordings take 0.1 s.
    ///
    /// - Parameters:
    ///   - name: the name of the experiment.
    ///   - figures: the figures of its cells; the first metric ranks the pipelines.
    ///   - preparations: the conditions of each preparation as in `CellRecording`, which can differ by recording, and a
    ///     short name.
    ///   - tags: the tags for which there are separate means.
    ///   - provenance: the origin of the figures, one sentence per line.
    public init(
        name: String,
        _ figures: CellFigures,
        preparations: [(conditions: Set<String>, name: String)],
        tags: [String],
        provenance: [String]
    ) {
        self.name = name
        self.tags = tags
        self.provenance = provenance
        unmeasured = figures.unmeasured
        metrics = figures.metrics
        pipelines = figures.pipelines.map(\.label)
        recordingCount = Set(figures.recordings.map(\.name)).count
        var bootstraps: [Int: BootstrapMeans] = [:]
        parts = preparations.flatMap { conditions, preparation in
            let all = figures.recordings.indices.filter { conditions.contains(figures.recordings[$0].conditions) }
            return ([nil] + tags.map(Optional.some)).map { tag in
                let recordings = all.filter { place in tag.map(figures.recordings[place].tags.contains) ?? true }
                let means = figures.pipelines.indices.map { pipeline in
                    figures.metrics.indices.map { metric in
                        Self.mean(figures, recordings, pipeline: pipeline, metric: metric, &bootstraps)
                    }
                }
                let ranking = tag == nil ? Self.ranking(figures, recordings) : nil
                return Part(preparation: preparation, tag: tag, means: means, ranking: ranking)
            }
        }
    }

    private static func mean(
        _ figures: CellFigures,
        _ recordings: [Int],
        pipeline: Int,
        metric: Int,
        _ bootstraps: inout [Int: BootstrapMeans]
    ) -> Mean {
        let values = recordings.compactMap { figures.figure(recording: $0, pipeline: pipeline, metric: metric) }
        let bootstrap = bootstraps[values.count] ?? BootstrapMeans(count: values.count)
        bootstraps[values.count] = bootstrap
        return Mean(
            value: values.isEmpty ? nil : values.sorted().reduce(0, +) / Double(values.count),
            interval: bootstrap.interval(
                of: values,
                isSigned: MetricCatalogue.metric(figures.metrics[metric]).polarity.isSigned
            ),
            count: values.count,
            total: recordings.count
        )
    }

    private static func ranking(
        _ figures: CellFigures,
        _ recordings: [Int]
    ) -> Result<PipelineRanking, PipelineRanking.Obstacle>? {
        guard let metric = figures.metrics.first else { return nil }
        let rows = recordings.map { recording in
            figures.pipelines.indices.map { figures.figure(recording: recording, pipeline: $0, metric: 0) }
        }
        return Result { () throws(PipelineRanking.Obstacle) in
            try PipelineRanking(rows, polarity: MetricCatalogue.metric(metric).polarity)
        }
    }
}
