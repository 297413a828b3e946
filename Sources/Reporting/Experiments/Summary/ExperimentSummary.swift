import Evaluation
public import Experiments

/// A summary of an experiment with too many runs to list: the mean of every pipeline over the recordings.
///
/// A preparation is a way to process the recordings before evaluation, such as a calibration or a resampling. There is
/// a table for each preparation and, for each metric, a table of all preparations. Means have 95 % bootstrap intervals
/// over the recordings. Pipelines are ranked by the first metric, with the tests of `PipelineRanking`.
public struct ExperimentSummary: ExperimentOverview {
    /// The means of all pipelines over recordings that were processed in the same way. If there is a tag, only
    /// recordings with this tag are included.
    struct Part: Sendable {
        /// The short name of the preparation: the way in which the recordings were processed.
        let preparation: String
        /// The tag of the included recordings; `nil` if recordings are included regardless of their tags.
        let tag: String?
        /// The means by pipeline, then by metric.
        let means: [[Leaderboard.Mean]]
        /// The ranking by the first metric; `nil` if only recordings with a tag are included.
        let ranking: Result<PipelineRanking, PipelineRanking.Obstacle>?
    }

    package let title: String
    let metrics: [Metric]
    let pipelines: [String]
    let parts: [Part]
    let tags: [String]
    let recordingCount: Int
    package let provenance: [String]
    /// The names of the recordings without results.
    package let unmeasured: Set<String>

    /// Computes the means. O(resamples · values); a thousand means over a hundred recordings take 0.1 s.
    ///
    /// - Parameters:
    ///   - name: the name of the experiment.
    ///   - figures: the values of all runs; the first metric ranks the pipelines.
    ///   - preparations: the ways to process recordings. Each way has a short name and all `CellRecording.conditions`
    ///     of its recordings, usually one.
    ///   - tags: the tags with separate means.
    ///   - provenance: the origin of the results, one sentence per line.
    public init(
        name: String,
        _ figures: CellFigures,
        preparations: [(conditions: Set<String>, name: String)],
        tags: [String],
        provenance: [String]
    ) {
        title = name
        self.tags = tags
        self.provenance = provenance
        unmeasured = figures.unmeasured
        metrics = figures.metrics
        pipelines = figures.pipelines.map(\.label)
        recordingCount = Set(figures.recordings.map(\.name)).count
        var bootstraps = Bootstraps()
        parts = preparations.flatMap { conditions, preparation in
            let all = figures.recordings.indices.filter { conditions.contains(figures.recordings[$0].conditions) }
            return ([nil] + tags.map(Optional.some)).map { tag in
                let recordings = all.filter { recording in tag.map(figures.recordings[recording].tags.contains) ?? true
                }
                let means = figures.pipelines.indices.map { pipeline in
                    figures.metrics.indices.map { metric in
                        let values = recordings.compactMap {
                            figures.figure(recording: $0, pipeline: pipeline, metric: metric)
                        }
                        return bootstraps.mean(of: values, among: recordings.count, figures.metrics[metric])
                    }
                }
                let ranking = tag == nil ? Self.ranking(figures, recordings) : nil
                return Part(preparation: preparation, tag: tag, means: means, ranking: ranking)
            }
        }
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
            try PipelineRanking(rows, polarity: metric.polarity)
        }
    }
}

extension ExperimentSummary {
    package var runCount: Int { parts.filter { $0.tag == nil }.count * pipelines.count * recordingCount }

    /// A sentence on the size of the experiment.
    package var extent: String {
        "\(runCount) runs: \(pipelines.count) pipelines, \(recordingCount) recordings, "
            + "\(parts.filter { $0.tag == nil }.count) preparations"
    }

    /// The tables with their headings. If there are several preparations, one table per metric compares them. One table
    /// per preparation follows.
    package var tables: [(heading: String, table: FigureTable)] {
        let wholes = parts.filter { $0.tag == nil }
        let pages = wholes.map { part in (part.preparation.capitalisedFirst, table(of: part)) }
        guard wholes.count > 1 else { return pages }
        return metrics.indices.map { metric in
            ("\(title(metrics[metric])), all preparations", table(of: wholes, metric: metric))
        } + pages
    }

    /// All means as one table for other programs, with a row for each combination of preparation, tag and pipeline.
    package var figures: FigureTable {
        var table = FigureTable(
            columns: ["preparation", "tag", "pipeline"].map { FigureTable.Column(key: $0, title: $0) }
                + metrics.map(column) + [FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter)],
            provenance: provenance
        )
        for part in parts {
            for pipeline in pipelines.indices {
                let rank = part.ranking?.rankCells(pipeline).first ?? .missing(note: nil)
                table.rows.append(
                    [.text(part.preparation), .text(part.tag ?? ""), .text(pipelines[pipeline])]
                        + part.means[pipeline].map { .mean($0) } + [rank]
                )
            }
        }
        return table
    }

    /// A table of one preparation: the means of all metrics with intervals, the rank, and the mean of the first metric
    /// for each tag.
    private func table(of part: Part) -> FigureTable {
        let byTag = parts.filter { $0.preparation == part.preparation && $0.tag != nil }
        var table = FigureTable(
            caption: "Means over \(part.means.first?.first?.total ?? 0) recordings, with 95 % intervals.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + metrics.map(column)
                + (part.ranking?.rankColumns ?? []) + byTag.map { column(metrics[0]).named($0.tag ?? "") }
        )
        table.rows = order(part.means.map { $0[0].value }, of: metrics[0]).map { pipeline in
            [.text(pipelines[pipeline])] + part.means[pipeline].map { .mean($0) }
                + (part.ranking?.rankCells(pipeline) ?? [])
                + byTag.map { .mean($0.means[pipeline][0], hasInterval: false) }
        }
        table.markBest()
        table.remarks = remarks(on: part.ranking) + (byTag.isEmpty ? [] : ["tags: \(title(metrics[0]))"])
        return table
    }

    /// A table of one metric, with a row per pipeline and a column per preparation.
    private func table(of wholes: [Part], metric: Int) -> FigureTable {
        var table = FigureTable(
            caption: "Means over \(recordingCount) recordings.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
                + wholes.map { column(metrics[metric]).named($0.preparation) }
        )
        table.rows = order(wholes[0].means.map { $0[metric].value }, of: metrics[metric]).map { pipeline in
            [.text(pipelines[pipeline])]
                + wholes.map { .mean($0.means[pipeline][metric], hasInterval: false) }
        }
        table.markBest()
        return table
    }

    /// The indices of the pipelines from the best value to the worst, followed by the pipelines without a value.
    private func order(_ values: [Double?], of metric: Metric) -> [Int] {
        let cost = metric.polarity.cost
        let costs = values.map { value in value.map { cost?($0) ?? $0 } ?? .infinity }
        return costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    }

    private func title(_ metric: Metric) -> String { column(metric).title }

    private func column(_ metric: Metric) -> FigureTable.Column { FigureTable.Column(of: metric) }

    private func remarks(on ranking: Result<PipelineRanking, PipelineRanking.Obstacle>?) -> [String] {
        switch ranking {
        case .success(let ranking):
            let verdict =
                ranking.isSignificant
                ? "pipelines differ (Friedman test, p = \(NumberText.short(ranking.test.pValue)))"
                : "no difference beyond chance (Friedman test, p = \(NumberText.short(ranking.test.pValue)))"
            let difference = NumberText.short(ranking.criticalDifference)
            return ["rank: \(verdict); mean ranks within \(difference) of each other do not differ (Nemenyi test)"]
        case .failure(let obstacle): return ["no ranking: \(obstacle.description)"]
        case nil: return []
        }
    }
}
