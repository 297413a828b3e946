public import Evaluation

/// The ranking of an experiment's pipelines over datasets of equal weight.
///
/// It has three tracks: the default settings, settings tuned on the other datasets, and the best setting of each
/// dataset as a bound.
///
/// ```swift
/// let board = Leaderboard(figures, rules: rules)
/// for row in board.rows(of: .fixed) { print(row.entry.pipeline, row.overall[0].value ?? .nan) }
/// ```
public struct Leaderboard: Sendable {
    /// A mean over recordings, or over datasets.
    public struct Mean: Sendable, Hashable {
        /// The mean in the metric's unit, or `nil` if nothing was measured.
        public let value: Double?
        /// The 95 % bootstrap interval over the recordings.
        public let interval: BootstrapInterval?
        /// The number of recordings in the mean.
        public let count: Int
        /// The number of recordings that the mean could include.
        public let total: Int
    }

    /// The results of an entry.
    public struct Row: Sendable {
        /// The entry.
        public let entry: LeaderboardEntry
        /// The mean of the datasets' means, by metric. Its value is `nil` if a dataset was not measured.
        public let overall: [Mean]
        /// The means by dataset, then by metric.
        public let datasets: [[Mean]]
        /// The means of the ranking metric by tag.
        public let tags: [Mean]
    }

    /// A published value, and the value of the experiment.
    public struct Comparison: Sendable, Hashable {
        /// The published value.
        public let published: LeaderboardRules.PublishedFigure
        /// The value of the experiment, or `nil` if it was not measured.
        public let ours: Double?
    }

    /// The rules.
    public let rules: LeaderboardRules
    /// The metrics. The first one ranks the pipelines.
    public let metrics: [Metric]
    /// The tags with separate means.
    public let tags: [String]
    /// The recordings of each dataset.
    public let recordings: [[CellRecording]]
    /// The names of the recordings without any measured value.
    public let unmeasured: Set<String>
    /// The published values with those of the experiment.
    public let published: [Comparison]

    private let figures: CellFigures
    private let datasets: [[Int]]
    private let families: [LeaderboardFamily]

    /// Creates a leaderboard.
    ///
    /// - Parameters:
    ///   - figures: the values of all cells. Their first metric is the metric of the rules.
    ///   - rules: the rules.
    ///   - tags: the tags with separate means.
    public init(_ figures: CellFigures, rules: LeaderboardRules, tags: [String] = []) {
        precondition(figures.metrics.first == rules.metric, "the first metric is that of the rules")
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
            return LeaderboardFamily(name, settings, figures, metric: 0, datasets: datasets)
        }
        published = Self.compare(rules.published, figures)
    }

    /// Returns the entries of a track, with the best overall mean first. Entries without an overall mean follow.
    ///
    /// O(resamples · entries · metrics · recordings), about 1 s for fifty entries with ten metrics.
    public func rows(of track: LeaderboardTrack) -> [Row] {
        let cost = rules.metric.polarity.cost ?? { $0 }
        var bootstraps = Bootstraps()
        let rows = families.compactMap { $0.entry(in: track, datasets: datasets.count) }.map { row($0, &bootstraps) }
        let costs = rows.map { $0.overall[0].value.map(cost) ?? .infinity }
        return rows.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { rows[$0] }
    }

    /// Returns the rank tests of rows over the recordings of all datasets.
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

    /// Returns the pipelines of the Pareto-optimal rows: no other row is at least as good in all metrics and better in
    /// one.
    public func front(of rows: [Row], by wanted: [Metric]) -> Set<String> {
        let indices = wanted.compactMap { metrics.firstIndex(of: $0) }
        let complete = rows.compactMap { row -> (name: String, costs: [Double])? in
            let costs = indices.compactMap { index in
                row.overall[index].value.flatMap { metrics[index].polarity.cost?($0) }
            }
            return costs.count == indices.count ? (row.entry.pipeline, costs) : nil
        }
        return Set(ParetoOrder.front(of: complete.map(\.costs)).map { complete[$0].name })
    }

    /// Returns the number of pipelines that have a value for a recording, with any setting.
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
                    mean(metric, values[dataset], of: datasets[dataset].count, stratum: dataset, &bootstraps)
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
                return mean(metrics[0], tagged, of: total, stratum: 0, &bootstraps)
            }
        )
    }

    private func mean(
        _ metric: Metric,
        _ values: [Double],
        of total: Int,
        stratum: Int,
        _ bootstraps: inout Bootstraps
    ) -> Mean {
        Mean(
            value: values.isEmpty ? nil : values.sorted().reduce(0, +) / Double(values.count),
            interval: bootstraps.of(values.count, stratum: stratum)
                .interval(of: values, isSigned: metric.polarity.isSigned),
            count: values.count,
            total: total
        )
    }

    /// The mean of the datasets' means. The recordings of each dataset are resampled separately.
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

    /// The resamples by stratum and number of values, drawn on first use.
    private struct Bootstraps {
        private var known: [Int: [Int: BootstrapMeans]] = [:]

        mutating func of(_ count: Int, stratum: Int) -> BootstrapMeans {
            if let means = known[stratum]?[count] { return means }
            let means = BootstrapMeans(count: count, stream: UInt64(stratum))
            known[stratum, default: [:]][count] = means
            return means
        }
    }
}
