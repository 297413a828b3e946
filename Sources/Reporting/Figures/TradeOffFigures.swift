import Evaluation

/// Accuracy against jitter against lag: a scatter for each two of them, with the pipelines that nothing beats in both.
struct TradeOffFigures {
    private let pipelines: [PipelineMeans]
    let metrics: [MetricName]
    /// By pipeline, then by metric; the lag without its sign.
    private let values: [[Double?]]

    init(_ pipelines: [PipelineMeans], accuracy: MetricName) {
        self.pipelines = pipelines
        metrics = [accuracy, .incrementRMS, .lag]
        values = pipelines.map { pipeline in
            [accuracy, .incrementRMS, .lag].map { pipeline.mean(of: $0).comparable }
        }
    }

    /// The pipelines that no other one is at least as good as in all three metrics and better in one; none of the
    /// pipelines that lack one of the three.
    var front: Set<Int> { Self.front(of: values) }

    var figures: [ReportFigure] {
        [(0, 1), (0, 2), (2, 1)].compactMap { pair -> ReportFigure? in
            let figure = figure(pair.0, pair.1)
            return figure.plot.isEmpty ? nil : figure
        }
    }

    /// The rows that no other row is at least as small as everywhere and smaller somewhere.
    static func front(of rows: [[Double?]]) -> Set<Int> {
        let complete = rows.indices.filter { !rows[$0].contains(nil) }
        return Set(ParetoFront.front(of: complete.map { rows[$0].compactMap(\.self) }).map { complete[$0] })
    }

    private static let names = ["accuracy", "jitter", "lag"]

    private func figure(_ x: Int, _ y: Int) -> ReportFigure {
        let pairs = values.map { [$0[x], $0[y]] }
        let points = pairs.map { pair in
            pair[0].flatMap { x in pair[1].map { Plot.Point(x, $0) } }
        }
        let front = Self.front(of: pairs).compactMap { points[$0] }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        var series = [Plot.Series("Pareto front", .outline, slot: 0, [front])]
        for (place, point) in points.enumerated() {
            series.append(Plot.Series(pipelines[place].name, .markers, slot: place, [point.map { [$0] } ?? []]))
        }
        let known = points.compactMap(\.self)
        return ReportFigure(
            name: "\(Self.names[x])-\(Self.names[y])",
            title: "\(Self.names[x].capitalisedFirst) against \(Self.names[y])",
            caption: "Best is at the lower left. The line joins the pipelines that no other one beats in both.",
            plot: Plot(
                x: FigureAxes.axis(title(x), for: known.map(\.x)),
                y: FigureAxes.axis(title(y), for: known.map(\.y)),
                series: series
            )
        )
    }

    private func title(_ metric: Int) -> String {
        metrics[metric] == .lag ? "lag, without its sign (ms)" : FigureAxes.title(of: metrics[metric])
    }
}

extension String {
    /// The text with its first letter large.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
