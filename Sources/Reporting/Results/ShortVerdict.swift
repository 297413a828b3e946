package import Evaluation

/// A recommendation of a pipeline, or the reason why the recordings do not justify one.
///
/// A recommended pipeline is significantly more accurate than another. No pipeline is significantly better in accuracy,
/// jitter or lag (Demšar 2006, JMLR 7:1–30), and no interval of its means lies wholly above that of another. The tests need
/// recordings of different motions: several seeds of a scenario count once.
package struct ShortVerdict {
    private let pipelines: [PipelineMeans]
    private let recordings: Int
    private let motions: MotionCount
    private let columns: [ReportColumn]
    private let accuracy: Metric
    private let rankings: [Ranked]

    /// A metric with its ranking and the means of the pipelines.
    private struct Ranked {
        let metric: Metric
        let ranking: PipelineRanking
        let means: [Double]
        /// The intervals of the means; `nil` without an interval. For metrics that are best at zero, these are intervals
        /// of the magnitude.
        let intervals: [BootstrapInterval?]

        init?(_ metric: Metric, _ pipelines: [PipelineMeans], over recordings: Int) {
            guard let ranking = try? PipelineRanking(pipelines, by: metric, over: recordings),
                let cost = metric.polarity.cost
            else { return nil }
            self.metric = metric
            self.ranking = ranking
            let all = pipelines.map { $0.mean(of: metric) }
            means = all.map { $0.comparable.map(cost) ?? .infinity }
            intervals = all.map { $0.interval?.cost(metric.polarity) }
        }

        /// The pipelines that no pipeline significantly surpasses by more than a negligible difference.
        var best: Set<Int> {
            let leader = ranking.leaders.map { means[$0] }.min() ?? .infinity
            let near = metric.negligibleDifference > 0
            let close = means.indices.filter { near && means[$0] <= leader + metric.negligibleDifference }
            return Set(ranking.groups[0]).union(close)
        }

        /// The pipelines that `pipeline` significantly surpasses.
        func surpassed(by pipeline: Int) -> [Int] {
            let ranks = ranking.test.meanRanks
            guard ranking.isSignificant else { return [] }
            return ranks.indices.filter { ranks[$0] - ranks[pipeline] >= ranking.criticalDifference }
        }

        /// The pipelines whose intervals lie wholly above that of `pipeline`, by more than a negligible difference.
        func above(_ pipeline: Int) -> [Int] {
            guard let own = intervals[pipeline] else { return [] }
            return intervals.indices.filter { other in
                intervals[other].map { $0.lower > own.upper + metric.negligibleDifference } ?? false
            }
        }

        /// The number of recordings for which a difference between the mean ranks would be significant; `nil` if the
        /// ranks do not differ.
        func recordingsNeeded(between best: Int, and worst: Int) -> Int? {
            let difference = ranking.test.meanRanks[worst] - ranking.test.meanRanks[best]
            guard difference > 0 else { return nil }
            // The critical difference is inversely proportional to the square root of the number of recordings.
            let ratio = ranking.criticalDifference / difference
            return Int((Double(ranking.test.blocks) * ratio * ratio).rounded(.up))
        }
    }

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
        let names = (0..<recordings).map { recording in
            pipelines.lazy.compactMap { $0.runs[recording]?.recording.name }.first ?? ""
        }
        motions = MotionCount(names)
        accuracy = metrics[0]
        rankings = metrics.compactMap { Ranked($0, pipelines, over: recordings) }
    }

    /// The verdict in a few sentences; `nil` if there is only one pipeline, or if values of accuracy are missing.
    package var text: String? {
        guard pipelines.count > 1 else { return nil }
        guard let first = rankings.first, first.metric == accuracy else { return unranked }
        guard motions.total >= PipelineRanking.minimumRecordings else {
            return "A recommendation needs recordings of at least \(PipelineRanking.minimumRecordings) motions, but "
                + "\(extent) show only \(motions.total).\(differences)"
        }
        let titles = rankings.map { title($0.metric) }
        let shared = rankings.reduce(Set(pipelines.indices)) { $0.intersection($1.best) }
        guard !shared.isEmpty else { return leaders }
        guard shared.count < pipelines.count else {
            return "The pipelines do not differ significantly in \(titles.listed("or")) over \(extent).\(differences)"
        }
        let consistent = shared.filter { pipeline in
            rankings.allSatisfy { ranked in !pipelines.indices.contains { ranked.above($0).contains(pipeline) } }
        }
        let recommended = consistent.filter { !first.surpassed(by: $0).isEmpty }
        guard !recommended.isEmpty else { return undecided(shared, consistent) }
        return recommendation(recommended, among: consistent)
    }

    /// The recommendation of the pipelines with the best mean rank in accuracy.
    private func recommendation(_ recommended: Set<Int>, among consistent: Set<Int>) -> String {
        let accuracy = rankings[0]
        let ranks = accuracy.ranking.test.meanRanks
        let best = recommended.sorted().filter { pipeline in recommended.allSatisfy { ranks[pipeline] <= ranks[$0] } }
        let (others, rest) = (recommended.subtracting(best), consistent.subtracting(recommended))
        let same = others.isEmpty ? "" : " The same applies to \(names(others))."
        let unclear =
            rest.isEmpty
            ? "" : " \(names(rest).capitalisedFirst) \(rest.count == 1 ? "does" : "do") not differ significantly."
        let surpassed = Set(accuracy.surpassed(by: best[0]))
        return "Use \(best.map(name).listed("or")): significantly better than \(names(surpassed)) in "
            + "\(title(accuracy.metric)), and no pipeline is significantly better in "
            + "\(rankings.map { title($0.metric) }.listed("or")) over \(extent).\(same)\(unclear)"
    }

    /// The reason why no pipeline is recommended although some pipelines differ, with the number of recordings that a
    /// decision needs.
    private func undecided(_ shared: Set<Int>, _ consistent: Set<Int>) -> String {
        let accuracy = rankings[0]
        let ranks = accuracy.ranking.test.meanRanks
        let isSplit = ranks.indices.contains { !accuracy.surpassed(by: $0).isEmpty && !shared.contains($0) }
        if isSplit, !consistent.isEmpty { return leaders }
        var needed: Int?
        if consistent.isEmpty {
            let pairs = rankings.flatMap { ranked in
                pipelines.indices.flatMap { best in ranked.above(best).map { (ranked, best, $0) } }
            }
            needed = pairs.filter { shared.contains($0.2) }
                .compactMap { $0.0.recordingsNeeded(between: $0.1, and: $0.2) }.max()
        } else if let best = ranks.indices.min(by: { ranks[$0] < ranks[$1] }),
            let worst = ranks.indices.max(by: { ranks[$0] < ranks[$1] })
        {
            needed = accuracy.recordingsNeeded(between: best, and: worst)
        }
        let number = needed.flatMap { $0 > accuracy.ranking.test.blocks ? $0 : nil }
        let advice =
            number.map { " If the mean ranks stay the same, a decision needs about \($0) recordings." }
            ?? " More recordings are needed."
        return "\(extent.capitalisedFirst) are too few to recommend a pipeline.\(differences)\(advice)"
    }

    /// The recordings as text, such as `these 6 recordings (2 scenarios with several seeds)`.
    private var extent: String {
        "these \(recordings) recordings" + (motions.text.map { " (\($0))" } ?? "")
    }

    /// A sentence on the pipelines whose intervals lie wholly below those of others; empty if all intervals overlap.
    private var differences: String {
        let parts = rankings.compactMap { ranked -> String? in
            let order = pipelines.indices.sorted { (ranked.means[$0], $0) < (ranked.means[$1], $1) }
            guard let best = order.first(where: { !ranked.above($0).isEmpty }) else { return nil }
            return "\(name(best)) is better than \(names(Set(ranked.above(best)))) in \(title(ranked.metric))"
        }
        return parts.isEmpty
            ? "" : " The 95 % intervals do not overlap in these cases: \(parts.joined(separator: "; "))."
    }

    /// The names of pipelines, or their number if there are many.
    private func names(_ indices: Set<Int>) -> String {
        indices.count > Self.maximumNames ? "\(indices.count) pipelines" : indices.sorted().map(name).listed()
    }

    private static let maximumNames = 3

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

    /// A sentence with the best pipelines by each metric, if no pipeline is among the best by all metrics.
    private var leaders: String {
        let parts = rankings.filter(\.ranking.isSignificant).map { ranked in
            "\(ranked.ranking.leaders.map(name).listed()) in \(title(ranked.metric))"
        }
        return
            "No pipeline is shown to be among the best in all metrics, so choose by the metric that your app needs most. "
            + "The best mean ranks over \(extent): \(parts.listed())."
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
        let scope = recordings == 1 ? "In this recording" : "Over \(extent)"
        return
            "\(scope), \(name(best.0)) has the smallest \(title(accuracy)). This may be chance: a test needs at least "
            + "\(PipelineRanking.minimumRecordings) recordings with values for every pipeline."
    }

    private func name(_ pipeline: Int) -> String { "'\(pipelines[pipeline].name)'" }

    private func title(_ metric: Metric) -> String {
        columns.first { $0.metric == metric }?.plainTitle ?? metric.name
    }
}

extension BootstrapInterval {
    /// The interval of the cost for a metric's polarity, such as the magnitude if values closest to zero are best.
    fileprivate func cost(_ polarity: MetricPolarity) -> BootstrapInterval {
        switch polarity {
        case .smallerIsBetter, .neutral: self
        case .largerIsBetter: BootstrapInterval(lower: -upper, upper: -lower)
        case .closerToZeroIsBetter:
            BootstrapInterval(
                lower: lower <= 0 && upper >= 0 ? 0 : min(abs(lower), abs(upper)),
                upper: max(abs(lower), abs(upper))
            )
        }
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
    /// The value by which best values are marked; `nil` if the reference does not show which pipeline is better. See
    /// `EvaluationRun.canRank(by:)`.
    let rankable: Double?
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
        rankable = runs.joined().allSatisfy { $0.metrics[metric] == nil || $0.canRank(by: metric) } ? comparable : nil
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

    /// A Boolean value that indicates whether the reference shows if the pipeline is better than others by the metric.
    func canRank(by metric: Metric) -> Bool {
        runs.allSatisfy { run in run.map { $0.metrics[metric] == nil || $0.canRank(by: metric) } ?? true }
    }

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
