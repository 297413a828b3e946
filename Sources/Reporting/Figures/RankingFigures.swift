package import Evaluation

/// Critical-difference diagrams: the pipelines' mean ranks, each with half of the critical difference on either side.
///
/// They follow Demšar 2006, JMLR 7:1–30, section 3.2.4, but with a bar per pipeline, not per group: two pipelines differ
/// significantly if their bars do not overlap.
package struct RankingFigures {
    package let groups: [RecordingGroup]
    package let pipelines: [PipelineMeans]
    package let metrics: [MetricName]

    package init(groups: [RecordingGroup], pipelines: [PipelineMeans], metrics: [MetricName]) {
        self.groups = groups
        self.pipelines = pipelines
        self.metrics = metrics
    }

    /// One picture per metric by which some pipelines differ beyond chance.
    package var figures: [ReportFigure] {
        metrics.compactMap { metric in
            guard let ranking = PipelineRanking(pipelines, by: metric, over: groups.count), ranking.isSignificant else {
                return nil
            }
            return ReportFigure(
                ranks: ranking,
                of: pipelines.map(\.name),
                by: metric,
                titled: FigureAxes.title(of: metric)
            )
        }
    }
}

extension ReportFigure {
    /// A critical-difference diagram.
    ///
    /// - Parameters:
    ///   - ranking: the mean ranks.
    ///   - pipelines: the names of the pipelines, in the order of the ranking.
    ///   - metric: the metric, for the name of the file.
    ///   - title: the metric's name for people.
    package init(ranks ranking: PipelineRanking, of pipelines: [String], by metric: MetricName, titled title: String) {
        let ranks = ranking.test.meanRanks
        let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let half = ranking.criticalDifference / 2
        let series = order.enumerated().map { place, pipeline in
            let rank = ranks[pipeline]
            let point = Plot.Point(rank, Double(place), interval: rank - half...rank + half)
            return Plot.Series("", .intervals, slot: pipeline, [[point]])
        }
        let names = order.map { TextWrapping.shortened(pipelines[$0], width: RecordingFigures.longestCategory) }
        let safe = metric.rawValue.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        let difference = NumberText.short(ranking.criticalDifference)
        self.init(
            name: "ranks-\(safe)",
            title: "Mean ranks by \(title)",
            caption: "Pipelines whose bars overlap show no significant difference (Nemenyi test at 5 %, critical "
                + "difference \(difference) ranks, \(ranking.test.blocks) recordings).",
            plot: Plot(
                x: Plot.Axis(title: "mean rank (1 is best)"),
                y: Plot.Axis(title: "", categories: names),
                series: series
            )
        )
    }
}

extension PipelineRanking {
    /// Ranks the pipelines by a metric; nil when they cannot be ranked.
    init?(_ pipelines: [PipelineMeans], by metric: MetricName, over recordings: Int) {
        let figures = (0..<recordings).map { recording in pipelines.map { $0.runs[recording]?.metrics[metric] } }
        guard let ranking = try? PipelineRanking(figures, polarity: MetricCatalogue.metric(metric).polarity) else {
            return nil
        }
        self = ranking
    }
}
