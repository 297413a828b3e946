package import Evaluation

/// A recommendation of a pipeline in at most two sentences.
///
/// A pipeline is recommended if no other pipeline is significantly better in accuracy, jitter or lag (Demšar 2006,
/// JMLR 7:1–30).
package struct ShortVerdict {
    private let pipelines: [PipelineMeans]
    private let recordings: Int
    private let columns: [ReportColumn]
    private let accuracy: Metric
    private let rankings: [(metric: Metric, ranking: PipelineRanking)]

    /// Ranks the pipelines by each metric.
    ///
    /// - Parameters:
    ///   - pipelines: the pipelines to choose from.
    ///   - recordings: the number of recordings.
    ///   - metrics: the metric of accuracy, followed by the metrics of jitter and lag.
    ///   - columns: the columns with the titles of the metrics.
    package init(_ pipelines: [PipelineMeans], over recordings: Int, by metrics: [Metric], columns: [ReportColumn]) {
        self.pipelines = pipelines
        self.recordings = recordings
        self.columns = columns
        accuracy = metrics[0]
        rankings = metrics.compactMap { metric in
            (try? PipelineRanking(pipelines, by: metric, over: recordings)).map { (metric, $0) }
        }
    }

    /// The verdict in one or two sentences; `nil` if there is only one pipeline, or if values of accuracy are missing.
    package var text: String? {
        guard pipelines.count > 1 else { return nil }
        guard let first = rankings.first, first.metric == accuracy else { return unranked }
        let ranks = first.ranking.test.meanRanks
        let shared = rankings.reduce(Set(pipelines.indices)) { $0.intersection($1.ranking.groups[0]) }
        let candidates = shared.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let titles = rankings.map { title($0.metric) }
        let over = "over these \(recordings) recordings"
        guard let best = candidates.first else { return leaders }
        guard candidates.count < pipelines.count else {
            return "The pipelines do not differ significantly in \(titles.listed("or")) \(over)."
        }
        let others = candidates.dropFirst().map(name)
        let same = others.isEmpty ? "" : " The same applies to \(others.listed())."
        return "Use \(name(best)): no pipeline is significantly better in \(titles.listed("or")) \(over).\(same)"
    }

    /// A sentence on the most accurate pipeline for each motion, such as walking; `nil` for fewer than two motions. The
    /// motions are words in the recordings' names.
    package func motions(_ groups: [RecordingGroup]) -> String? {
        guard pipelines.count > 1, accuracy.polarity == .smallerIsBetter else { return nil }
        let traits = groups.map { RecordingTraits(name: $0.title).values[.motion] }
        let choices = traits.compactMap(\.self).distinct().compactMap { motion -> (pipeline: Int, motion: String)? in
            let indices = traits.indices.filter { traits[$0] == motion }
            let means = pipelines.indices.compactMap { pipeline -> (Int, Double)? in
                let mean = MetricMean(of: accuracy, over: indices.map { pipelines[pipeline].runs[$0] })
                return mean.comparable.map { (pipeline, $0) }
            }
            return means.min { $0.1 < $1.1 }.map { ($0.0, motion) }
        }
        let best = choices.grouped(by: \.pipeline)
        guard choices.count > 1, let first = best.first else { return nil }
        let motions = best.map { $0.elements.map(\.motion).listed() }
        guard best.count > 1 else {
            return "In each motion (\(motions[0])), \(name(first.key)) has the smallest mean \(title(accuracy))."
        }
        let parts = zip(best, motions).map { "\(name($0.key)) in \($1)" }
        return "Smallest mean \(title(accuracy)) by motion: \(parts.joined(separator: "; "))."
    }

    /// A sentence with the best pipeline by each metric, if no pipeline is among the best by all metrics.
    private var leaders: String {
        let parts = rankings.map { "\(name($0.ranking.groups[0][0])) in \(title($0.metric))" }
        return "No pipeline is among the best in all metrics, so choose by the metric that your app needs most. "
            + "The best are \(parts.listed())."
    }

    /// A sentence about the most accurate pipeline, used if a test would need more recordings; `nil` if the means of
    /// the pipelines cannot be compared.
    private var unranked: String? {
        guard accuracy.polarity == .smallerIsBetter else { return nil }
        // Means over different recordings are not comparable.
        let means = pipelines.indices.compactMap { pipeline -> (Int, Double)? in
            let mean = pipelines[pipeline].mean(of: accuracy)
            return mean.isPartial ? nil : mean.comparable.map { (pipeline, $0) }
        }
        guard means.count == pipelines.count, let best = means.min(by: { $0.1 < $1.1 }) else { return nil }
        if recordings == 1 {
            let runs = pipelines.map { $0.runs[0] }
            let figures = runs.map { $0?.metrics[accuracy] }
            let leaders = BestValues.rows(figures, runs.map { $0?.metrics.intervals[accuracy] }, of: accuracy)
            guard !leaders.isEmpty else {
                return "In this recording, the pipelines do not differ clearly in \(title(accuracy))."
            }
            let others = leaders.subtracting([best.0]).sorted().map(name)
            guard others.isEmpty else {
                return "In this recording, \(name(best.0)) has the smallest \(title(accuracy)), but "
                    + "\(others.listed()) \(others.count == 1 ? "is" : "are") within its 95 % interval."
            }
        }
        let scope = recordings == 1 ? "In this recording" : "Over these \(recordings) recordings"
        return
            "\(scope), \(name(best.0)) has the smallest \(title(accuracy)). This may be chance: a test needs at least "
            + "\(PipelineRanking.minimumRecordings) recordings with values for every pipeline."
    }

    private func name(_ pipeline: Int) -> String { "'\(pipelines[pipeline].name)'" }

    private func title(_ metric: Metric) -> String {
        columns.first { $0.metric == metric }?.plainTitle ?? metric.name
    }
}

extension [String] {
    /// Returns the texts as a list in a sentence, such as `a, b and c`.
    func listed(_ conjunction: String = "and") -> String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}

/// The mean of one metric over recordings, with the recordings that it covers.
package struct MetricMean: Sendable, Hashable {
    /// The arithmetic mean of the recordings' values with equal weights; `nil` if no recording has a value.
    ///
    /// RMS values are averaged arithmetically, too, as in Laidig et al. 2021.
    package let value: Double?
    /// The value by which means are ranked, marked and sorted.
    ///
    /// It is ``value``, except for a metric that is best at zero. For such a metric it is the mean of the absolute
    /// values, because a lead and a lag would cancel each other.
    let comparable: Double?
    /// The indices of the recordings that have a value.
    package let recordings: [Int]
    /// The number of all recordings.
    package let total: Int
    /// The distinct reasons why recordings have no value.
    package let reasons: [String]
    private let figures: [Double]
    private let isSigned: Bool

    /// A Boolean value that indicates whether some recordings have no value.
    package var isPartial: Bool { recordings.count < total }

    /// The bootstrap interval of the mean over recordings; `nil` for fewer than three recordings.
    ///
    /// O(2,000 · recordings) on each access.
    package var interval: BootstrapInterval? { BootstrapInterval(ofMeanOf: figures, isSigned: isSigned) }

    /// Computes the mean over recordings.
    ///
    /// - Parameters:
    ///   - metric: the metric to average.
    ///   - runs: one run per recording; `nil` for a recording on which the pipeline was not run.
    package init(of metric: Metric, over runs: [EvaluationRun?]) {
        self.init(of: metric, overEach: runs.map { [$0].compactMap(\.self) })
    }

    /// Computes the mean over recordings with several runs each.
    ///
    /// - Parameters:
    ///   - metric: the metric to average.
    ///   - runs: the runs of each recording. Their mean is the value of the recording.
    package init(of metric: Metric, overEach runs: [[EvaluationRun]]) {
        let polarity = metric.polarity
        let isSigned = polarity == .closerToZeroIsBetter
        var figures: [Double] = []
        var sizes: [Double] = []
        var recordings: [Int] = []
        var reasons: [String] = []
        for (position, runs) in runs.enumerated() {
            let own = runs.compactMap { $0.metrics[metric] }
            if let figure = Self.mean(own) {
                figures.append(figure)
                if isSigned { sizes.append(Self.mean(own.map(abs)) ?? 0) }
                recordings.append(position)
            } else {
                let reason = runs.first.map { $0.metrics.reason(for: metric) } ?? "not run"
                if !reasons.contains(reason) { reasons.append(reason) }
            }
        }
        value = Self.mean(figures)
        comparable = isSigned ? Self.mean(sizes) : value
        total = runs.count
        self.figures = figures
        self.isSigned = polarity.isSigned
        self.recordings = recordings
        self.reasons = reasons
    }

    /// The mean of the values. The values are summed in ascending order, so that the order of the recordings does not
    /// change the result.
    private static func mean(_ figures: [Double]) -> Double? {
        guard !figures.isEmpty else { return nil }
        let mean = figures.sorted().reduce(0, +) / Double(figures.count)
        // The sum of very large numbers can overflow although their mean does not.
        return mean.isFinite ? mean : figures.sorted().reduce(0) { $0 + $1 / Double(figures.count) }
    }
}

/// The runs of one pipeline over all recordings, and their means.
package struct PipelineMeans {
    /// The specification of the pipeline.
    package let name: String
    /// One run per recording, in the order of the recordings; `nil` if the pipeline was not run.
    package let runs: [EvaluationRun?]

    /// The mean of a metric over the recordings.
    package func mean(of metric: Metric) -> MetricMean { MetricMean(of: metric, over: runs) }

    /// The pipelines in the order of their first run.
    ///
    /// A pipeline with two runs over the same recording counts as two pipelines.
    package static func all(in groups: [RecordingGroup]) -> [PipelineMeans] {
        let cells = groups.enumerated().flatMap { recording, group in
            zip(keys(of: group), group.runs).map { (key: $0, recording: recording, run: $1) }
        }
        return cells.grouped(by: \.key).map { key, cells in
            var runs: [EvaluationRun?] = Array(repeating: nil, count: groups.count)
            for cell in cells { runs[cell.recording] = cell.run }
            return PipelineMeans(name: key.name, runs: runs)
        }
    }

    /// The keys of a recording's runs. A pipeline has the same key in every recording.
    static func keys(of group: RecordingGroup) -> [Key] {
        var occurrences: [String: Int] = [:]
        return group.runs.map { run in
            let occurrence = occurrences[run.pipeline.name, default: 0]
            occurrences[run.pipeline.name] = occurrence + 1
            return Key(name: run.pipeline.name, occurrence: occurrence)
        }
    }

    /// The specification of a pipeline, with a number that distinguishes several runs over the same recording.
    struct Key: Hashable {
        let name: String
        let occurrence: Int
    }
}

/// A kind of trait that the name of a recording can contain.
public enum RecordingTrait: String, Sendable, Hashable, CaseIterable {
    /// The motion, such as walking or texting.
    case motion
    /// The speed: slow or fast.
    case speed
    /// The device, such as an iPhone 4S.
    case device
    /// The state of the magnetic field: disturbed or undisturbed.
    case disturbance
}

/// The traits in a recording's name, such as `02_undisturbed_slow_rotation_B` or `Jakob_iPhone5_NoDist_Swinging`.
package struct RecordingTraits {
    package let values: [RecordingTrait: String]

    /// Finds the known words in a name. Case, separators and unknown words are ignored.
    package init(name: String) {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
        var values: [RecordingTrait: String] = [:]
        for word in words {
            for (kind, known) in Self.words {
                if let value = known[word], values[kind] == nil { values[kind] = value }
            }
            if values[.device] == nil, Self.devices.contains(where: { word.hasPrefix($0) && word != $0 }) {
                values[.device] = word
            }
        }
        self.values = values
    }

    private static let words: [RecordingTrait: [String: String]] = [
        .motion: [
            "rotation": "rotation", "translation": "translation", "combined": "combined", "tapping": "tapping",
            "ar": "AR", "texting": "texting", "swinging": "swinging", "phoning": "phoning", "pocket": "pocket",
            "frontpocket": "front pocket", "backpocket": "back pocket", "walk": "walking", "walking": "walking",
            "run": "running", "running": "running", "runninghand": "running", "runningpocket": "running in pocket",
            "stairs": "stairs", "pan": "panning", "rest": "rest",
            "static": "rest",
        ],
        .speed: ["slow": "slow", "fast": "fast"],
        .disturbance: [
            "undisturbed": "undisturbed", "nodist": "undisturbed", "disturbed": "disturbed", "dist": "disturbed",
        ],
    ]
    private static let devices = ["iphone", "ipad", "nexus", "pixel", "galaxy", "xperia", "oneplus"]
}
