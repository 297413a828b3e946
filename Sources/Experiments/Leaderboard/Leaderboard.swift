public import Evaluation

/// The ranking of an experiment's pipelines over datasets of equal weight, in three tracks: with given settings, with
/// settings that were tuned on the other datasets, and with the best setting of each dataset as a bound.
///
/// ```swift
/// let board = Leaderboard(figures, rules: rules)
/// for row in board.rows(of: .fixed) { print(row.entry.pipeline, row.overall[0].value ?? .nan) }
/// ```
public struct Leaderboard: Sendable {
    /// A mean over recordings, or over datasets.
    public struct Mean: Sendable, Hashable {
        /// The mean in the metric's unit; nil where nothing was measured.
        public let value: Double?
        /// The 95 % bootstrap interval over the recordings.
        public let interval: BootstrapInterval?
        /// The number of recordings in the mean.
        public let count: Int
        /// The number of recordings that could be in it.
        public let total: Int
    }

    /// The figures of an entry.
    public struct Row: Sendable {
        /// The entry.
        public let entry: LeaderboardEntry
        /// The mean of the datasets' means, by metric; nil where a dataset was not measured.
        public let overall: [Mean]
        /// The means by dataset, then by metric.
        public let datasets: [[Mean]]
        /// The means of the ranking metric by tag.
        public let tags: [Mean]
    }

    /// A published figure, and that of the experiment.
    public struct Comparison: Sendable, Hashable {
        /// The published figure.
        public let published: LeaderboardRules.PublishedFigure
        /// The figure of the experiment; nil where it was not measured.
        public let ours: Double?
    }

    /// The rules.
    public let rules: LeaderboardRules
    /// The metrics, the ranking one first.
    public let metrics: [Metric]
    /// The tags with separate means.
    public let tags: [String]
    /// The names of the recordings of each dataset.
    public let recordings: [[CellRecording]]
    /// The recordings without any figure.
    public let unmeasured: Set<String>
    /// The published figures with those of the experiment.
    public let published: [Comparison]

    private let figures: CellFigures
    private let datasets: [[Int]]
    private let families: [LeaderboardFamily]

    /// - Parameters:
    ///   - figures: the figures of all cells; their first metric is that of the rules.
    ///   - rules: the rules.
    ///   - tags: the tags for which there are separate means.
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

    /// The entries of a track, the best overall mean first; those without one follow.
    ///
    /// O(resamples · entries · metrics · recordings), a second for fifty entries with ten metrics.
    public func rows(of track: LeaderboardTrack) -> [Row] {
        let cost = rules.metric.polarity.cost ?? { $0 }
        var bootstraps = Bootstraps()
        let rows = families.compactMap { $0.entry(in: track, datasets: datasets.count) }.map { row($0, &bootstraps) }
        let costs = rows.map { $0.overall[0].value.map(cost) ?? .infinity }
        return rows.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { rows[$0] }
    }

    /// The tests over the recordings of all datasets, in the order of the rows.
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

    /// The rows that no other row equals or surpasses in all of these metrics, and surpasses in one.
    public func front(of rows: [Row], by wanted: [Metric]) -> Set<String> {
        let places = wanted.compactMap { metrics.firstIndex(of: $0) }
        let complete = rows.compactMap { row -> (name: String, costs: [Double])? in
            let costs = places.compactMap { place in
                row.overall[place].value.flatMap { metrics[place].polarity.cost?($0) }
            }
            return costs.count == places.count ? (row.entry.pipeline, costs) : nil
        }
        return Set(ParetoOrder.front(of: complete.map(\.costs)).map { complete[$0].name })
    }

    /// The number of pipelines of which a setting has a figure of the recording.
    public func measuredEntries(of recording: CellRecording) -> Int {
        guard let place = figures.recordings.firstIndex(of: recording) else { return 0 }
        return families.count { family in
            family.settings.contains { figures.figure(recording: place, pipeline: $0, metric: 0) != nil }
        }
    }

    private func value(_ entry: LeaderboardEntry, dataset: Int, recording: Int, metric: Int) -> Double? {
        entry.places[dataset].flatMap { figures.figure(recording: recording, pipeline: $0, metric: metric) }
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
            let place = recordings[figure.recording].flatMap { recording in
                pipelines[figure.pipeline].flatMap { pipeline in metric.map { (recording, pipeline, $0) } }
            }
            return Comparison(
                published: figure,
                ours: place.flatMap { figures.figure(recording: $0, pipeline: $1, metric: $2) }
            )
        }
    }

    /// The resamples by stratum and number of values, drawn when first needed.
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
