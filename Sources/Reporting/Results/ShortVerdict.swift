package import Evaluation

/// Which pipeline to take, in two sentences at most.
///
/// A pipeline is recommended if none is significantly better than it in accuracy, jitter or lag (Demšar 2006, JMLR 7:1–30).
package struct ShortVerdict {
    private let pipelines: [PipelineMeans]
    private let recordings: Int
    private let columns: [ReportColumn]
    private let accuracy: MetricName
    private let rankings: [(metric: MetricName, ranking: PipelineRanking)]

    /// - Parameters:
    ///   - metrics: accuracy first, then what else counts.
    ///   - columns: the titles of the metrics.
    package init(_ pipelines: [PipelineMeans], over recordings: Int, by metrics: [MetricName], columns: [ReportColumn])
    {
        self.pipelines = pipelines
        self.recordings = recordings
        self.columns = columns
        accuracy = metrics[0]
        rankings = metrics.compactMap { metric in
            PipelineRanking(pipelines, by: metric, over: recordings).map { (metric, $0) }
        }
    }

    /// The verdict; nil for one pipeline, or without a figure of accuracy.
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
            return "No difference between the pipelines in \(Self.list(titles, "or")) is beyond chance \(over)."
        }
        let others = candidates.dropFirst().map(name)
        let same = others.isEmpty ? "" : " The same is true of \(Self.list(others, "and"))."
        return "Take \(name(best)): no pipeline is significantly better in \(Self.list(titles, "or")) \(over).\(same)"
    }

    /// The pipeline with the smallest figure of accuracy in each motion that the recordings' names tell; nil for fewer than
    /// two motions.
    package func motions(_ groups: [RecordingGroup]) -> String? {
        guard pipelines.count > 1, MetricCatalogue.metric(accuracy).polarity == .smallerIsBetter else { return nil }
        let traits = groups.map { RecordingTraits(name: $0.title).values[.motion] }
        var best: [(pipeline: Int, motions: [String])] = []
        for motion in traits.compactMap(\.self).distinct() {
            let places = traits.indices.filter { traits[$0] == motion }
            let means = pipelines.indices.compactMap { pipeline -> (Int, Double)? in
                let mean = MetricMean(of: accuracy, over: places.map { pipelines[pipeline].runs[$0] })
                return mean.comparable.map { (pipeline, $0) }
            }
            guard let least = means.min(by: { $0.1 < $1.1 })?.0 else { continue }
            if let place = best.firstIndex(where: { $0.pipeline == least }) {
                best[place].motions.append(motion)
            } else {
                best.append((least, [motion]))
            }
        }
        guard best.flatMap(\.motions).count > 1, let first = best.first else { return nil }
        let motions = best.map { Self.list($0.motions, "and") }
        guard best.count > 1 else {
            return "In each motion (\(motions[0])), \(name(first.pipeline)) has the smallest mean \(title(accuracy))."
        }
        let parts = zip(best, motions).map { "\(name($0.pipeline)) in \($1)" }
        return "By motion, the smallest mean \(title(accuracy)) is that of \(parts.joined(separator: "; "))."
    }

    /// The best pipeline by each metric, where none is among the best by all.
    private var leaders: String {
        let parts = rankings.map { "in \(title($0.metric)) \(name($0.ranking.groups[0][0]))" }
        return "No pipeline is among the best in everything, so it depends on what your app needs. "
            + "The best is \(Self.list(parts, "and"))."
    }

    /// The best figure of accuracy, where recordings are too few for a test.
    private var unranked: String? {
        guard MetricCatalogue.metric(accuracy).polarity == .smallerIsBetter else { return nil }
        // Means over different recordings are not comparable.
        let means = pipelines.indices.compactMap { pipeline -> (Int, Double)? in
            let mean = pipelines[pipeline].mean(of: accuracy)
            return mean.isPartial ? nil : mean.comparable.map { (pipeline, $0) }
        }
        guard means.count == pipelines.count, let best = means.min(by: { $0.1 < $1.1 }) else { return nil }
        let place = recordings == 1 ? "In this recording" : "Over these \(recordings) recordings"
        return
            "\(place), \(name(best.0)) has the smallest \(title(accuracy)). This may be chance: a test needs at least "
            + "\(PipelineRanking.fewestRecordings) recordings with figures of every pipeline."
    }

    private func name(_ pipeline: Int) -> String { "'\(pipelines[pipeline].name)'" }

    private func title(_ metric: MetricName) -> String {
        columns.first { $0.metric == metric }?.plainTitle ?? metric.rawValue
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
