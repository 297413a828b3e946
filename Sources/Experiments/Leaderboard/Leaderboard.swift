public import Evaluation

/// The ranking of an experiment's pipelines over datasets of equal weight.
///
/// A leaderboard has three tracks: default settings, settings that were tuned on the other datasets, and the best
/// setting on each dataset. No choice of settings can be better than the third track.
///
/// ```swift
/// let board = Leaderboard(figures, rules: rules)
/// for row in board.rows(of: .fixed) { print(row.entry.pipeline, row.overall[0].value ?? .nan) }
/// ```
public struct Leaderboard: Sendable {
    /// A mean over recordings or over datasets, with its uncertainty.
    public struct Mean: Sendable, Hashable {
        /// The mean in the metric's unit; `nil` if there is no measured value.
        public let value: Double?
        /// The 95 % bootstrap interval over the recordings; `nil` if there are too few values.
        public let interval: BootstrapInterval?
        /// The number of recordings whose values the mean includes.
        public let count: Int
        /// The number of recordings, including those without a value.
        public let total: Int
    }

    /// The results of a pipeline in a track.
    public struct Row: Sendable {
        /// The pipeline with its setting for each dataset.
        public let entry: LeaderboardEntry
        /// The mean of the datasets' means, for each metric. A mean has the value `nil` if a dataset has no value.
        public let overall: [Mean]
        /// The mean of each dataset, for each metric: `datasets[dataset][metric]`.
        public let datasets: [[Mean]]
        /// The mean of the ranking metric over the recordings with a tag, for each tag.
        public let tags: [Mean]
    }

    /// A published value, with the corresponding value of the experiment.
    public struct Comparison: Sendable, Hashable {
        /// The value from the publication.
        public let published: LeaderboardRules.PublishedFigure
        /// The experiment's value; `nil` if it was not measured.
        public let ours: Double?
    }

    /// The datasets, the ranking metric and the published values.
    public let rules: LeaderboardRules
    /// The metrics of the means. The first one ranks the pipelines.
    public let metrics: [Metric]
    /// The tags for which separate means are computed.
    public let tags: [String]
    /// The recordings of each dataset, in the order of the rules.
    public let recordings: [[CellRecording]]
    /// The names of recordings for which no pipeline has a value.
    public let unmeasured: Set<String>
    /// The published values, each with the experiment's own value.
    public let published: [Comparison]

    private let figures: CellFigures
    private let datasets: [[Int]]
    private let families: [LeaderboardFamily]

    /// Creates a leaderboard.
    ///
    /// - Parameters:
    ///   - figures: values of all cells. The first metric must be the metric of the rules.
    ///   - rules: datasets, ranking metric and published values.
    ///   - tags: tags for which separate means are computed.
    public init(_ figures: CellFigures, rules: LeaderboardRules, tags: [String] = []) {
        precondition(figures.metrics.first == rules.metric, "the first metric must be that of the rules")
        self.figures = figures
        self.rules = rules
        self.tags = tags
        metrics = figures.metrics
        let datasets = rules.datasets.map { tag in
            figures.recordings.indices.filter { figures.recordings[$0].tags.contains(tag) }
        }
        self.datasets = datasets
        recordings = datasets.map { $0.map { figures.recordings[$0] } }
        unmeasured = figures.unmeasured
        families = figures.pipelines.map(\.pipeline).distinct().map { name in
            let settings = figures.pipelines.indices.filter { figures.pipelines[$0].pipeline == name }
            return LeaderboardFamily(name, settings, figures, datasets: datasets)
        }
        published = Self.compare(rules.published, figures)
    }

    /// Returns the results in a track, ordered by the overall mean with the best first. Pipelines without an overall
    /// mean are last.
    ///
    /// O(resamples · entries · metrics · recordings), about 1 s for fifty entries with ten metrics.
    public func rows(of track: LeaderboardTrack) -> [Row] {
        let cost = rules.metric.polarity.cost ?? { $0 }
        var bootstraps = Bootstraps()
        let rows = families.compactMap { $0.entry(in: track, datasets: datasets.count) }.map { row($0, &bootstraps) }
        let costs = rows.map { $0.overall[0].value.map(cost) ?? .infinity }
        return rows.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { rows[$0] }
    }

    /// Returns rank tests that compare the pipelines of `rows` on the recordings of all datasets.
    public func ranking(of rows: [Row]) -> Result<PipelineRanking, PipelineRanking.Obstacle> {
        let values = datasets.indices.flatMap { dataset in
            datasets[dataset].map { recording in
                rows.map { value($0.entry, dataset: dataset, recording: recording, metric: 0) }
            }
        }
        return Result { () throws(PipelineRanking.Obstacle) in
            try PipelineRanking(values, polarity: rules.metric.polarity)
        }
    }

    /// Returns the names of the Pareto-optimal pipelines. A pipeline is Pareto-optimal if no other pipeline is at least
    /// as good in all given metrics and better in one. Lags that differ by at most 5 ms count as equal.
    public func front(of rows: [Row], by wanted: [Metric]) -> Set<String> {
        let indices = wanted.compactMap { metrics.firstIndex(of: $0) }
        let complete = rows.compactMap { row -> (name: String, costs: [Double])? in
            let costs = indices.compactMap { index in
                row.overall[index].value.flatMap { metrics[index].polarity.cost?($0) }
            }
            return costs.count == indices.count ? (row.entry.pipeline, costs) : nil
        }
        let tolerances = indices.map { metrics[$0].negligibleDifference }
        return Set(
            ParetoOrder.front(of: complete.map(\.costs), tolerances: tolerances).map { complete[$0].name }
        )
    }

    /// Returns the number of pipelines that have at least one setting with a value for the recording.
    public func measuredEntries(of recording: CellRecording) -> Int {
        guard let index = figures.recordings.firstIndex(of: recording) else { return 0 }
        return families.count { family in
            family.settings.contains { figures.figure(recording: index, pipeline: $0, metric: 0) != nil }
        }
    }

    private func value(_ entry: LeaderboardEntry, dataset: Int, recording: Int, metric: Int) -> Double? {
        entry.settingIndices[dataset].flatMap { figures.figure(recording: recording, pipeline: $0, metric: metric) }
    }

    private func row(_ entry: LeaderboardEntry, _ bootstraps: inout Bootstraps) -> Row {
        let values = metrics.indices.map { metric in
            datasets.indices.map { dataset in
                datasets[dataset].compactMap { recording in
                    value(entry, dataset: dataset, recording: recording, metric: metric)
                }
            }
        }
        return Row(
            entry: entry,
            overall: zip(metrics, values).map { overall($0, $1, &bootstraps) },
            datasets: datasets.indices.map { dataset in
                zip(metrics, values).map { metric, values in
                    bootstraps.mean(of: values[dataset], among: datasets[dataset].count, metric, stratum: dataset)
                }
            },
            tags: tags.map { tag in
                var total = 0
                var tagged: [Double] = []
                for dataset in datasets.indices {
                    for recording in datasets[dataset] where figures.recordings[recording].tags.contains(tag) {
                        total += 1
                        if let value = value(entry, dataset: dataset, recording: recording, metric: 0) {
                            tagged.append(value)
                        }
                    }
                }
                return bootstraps.mean(of: tagged, among: total, metrics[0])
            }
        )
    }

    /// Returns the mean of the datasets' means. The bootstrap resamples the recordings of each dataset separately.
    private func overall(_ metric: Metric, _ values: [[Double]], _ bootstraps: inout Bootstraps) -> Mean {
        let count = values.reduce(0) { $0 + $1.count }
        let total = datasets.reduce(0) { $0 + $1.count }
        guard values.allSatisfy({ !$0.isEmpty }) else {
            return Mean(value: nil, interval: nil, count: count, total: total)
        }
        let means = values.map { $0.sorted().reduce(0, +) / Double($0.count) }
        let interval = BootstrapMeans.interval(
            ofStrata: values.enumerated().map { stratum, values in
                (bootstraps.of(values.count, stratum: stratum), values)
            },
            isSigned: metric.polarity.isSigned
        )
        return Mean(value: means.reduce(0, +) / Double(means.count), interval: interval, count: count, total: total)
    }

    private static func compare(
        _ published: [LeaderboardRules.PublishedFigure],
        _ figures: CellFigures
    ) -> [Comparison] {
        let recordings = Dictionary(
            figures.recordings.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let pipelines = Dictionary(
            figures.pipelines.enumerated().filter { $1.isDefault }.map { ($1.pipeline, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return published.map { figure in
            let metric = figures.metrics.firstIndex(of: figure.metric)
            let indices = recordings[figure.recording].flatMap { recording in
                pipelines[figure.pipeline].flatMap { pipeline in metric.map { (recording, pipeline, $0) } }
            }
            return Comparison(
                published: figure,
                ours: indices.flatMap { figures.figure(recording: $0, pipeline: $1, metric: $2) }
            )
        }
    }
}

/// The bootstrap resamples, by dataset and number of values. Resamples are drawn when they are first needed.
package struct Bootstraps {
    private var known: [Int: [Int: BootstrapMeans]] = [:]

    package init() {}

    mutating func of(_ count: Int, stratum: Int) -> BootstrapMeans {
        if let means = known[stratum]?[count] { return means }
        let means = BootstrapMeans(count: count, stream: UInt64(stratum))
        known[stratum, default: [:]][count] = means
        return means
    }

    /// Returns the mean of the measured values of `total` recordings.
    package mutating func mean(
        of values: [Double],
        among total: Int,
        _ metric: Metric,
        stratum: Int = 0
    ) -> Leaderboard.Mean {
        Leaderboard.Mean(
            value: values.isEmpty ? nil : values.sorted().reduce(0, +) / Double(values.count),
            interval: of(values.count, stratum: stratum).interval(of: values, isSigned: metric.polarity.isSigned),
            count: values.count,
            total: total
        )
    }
}
