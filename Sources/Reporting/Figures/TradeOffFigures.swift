package import Evaluation

/// Scatter plots of accuracy and jitter, accuracy and lag, and lag and jitter, with the Pareto front.
package struct TradeOffFigures {
    private let pipelines: [PipelineMeans]
    package let metrics: [Metric]
    /// The values by pipeline, then by metric. For the lag, these are absolute values.
    private let values: [[Double?]]

    package init(_ pipelines: [PipelineMeans], accuracy: Metric) {
        self.pipelines = pipelines
        metrics = [accuracy, .incrementRMS, .lag]
        values = pipelines.map { pipeline in
            [accuracy, .incrementRMS, .lag].map { pipeline.mean(of: $0).comparable }
        }
    }

    /// The indices of the pipelines on the Pareto front. A pipeline is excluded if another pipeline is better in one of
    /// the three metrics and at least as good in the other two.
    ///
    /// For a single recording, a value within the confidence interval of the best value counts as equal to the best
    /// value. Lags below ``visibleLag`` count as equal. Pipelines without a value for one of the metrics are excluded.
    package var front: Set<Int> {
        var tied = values
        for column in metrics.indices where metrics[column] == .lag {
            for row in tied.indices { tied[row][column] = tied[row][column].map { max($0, Self.visibleLag) } }
        }
        guard pipelines.allSatisfy({ $0.runs.count == 1 }) else { return Self.front(of: tied) }
        for (column, metric) in metrics.enumerated() {
            let runs = pipelines.map { $0.runs[0]?.metrics }
            let leaders = BestValues.leaders(
                runs.map { $0?[metric] },
                runs.map { $0?.intervals[metric] },
                of: metric
            )
            let best = tied.compactMap { $0[column] }.min()
            for row in leaders { tied[row][column] = best }
        }
        return Self.front(of: tied)
    }

    /// Lags up to this value, in ms, count as equal. The value is about a third of a display frame at 60 Hz.
    private static let visibleLag = 5.0

    /// The scatter plots that have at least one point.
    package var figures: [ReportFigure] {
        [(0, 1), (0, 2), (2, 1)].compactMap { pair -> ReportFigure? in
            let figure = figure(pair.0, pair.1)
            return figure.plot.isEmpty ? nil : figure
        }
    }

    /// The indices of the rows on the Pareto front. A row is excluded if another row is smaller in one column and at
    /// most equal in all others. Rows with missing values are excluded, too.
    package static func front(of rows: [[Double?]]) -> Set<Int> {
        let complete = rows.indices.filter { !rows[$0].contains(nil) }
        return Set(ParetoOrder.front(of: complete.map { rows[$0].compactMap(\.self) }).map { complete[$0] })
    }

    private static let names = ["accuracy", "jitter", "lag"]

    private func figure(_ x: Int, _ y: Int) -> ReportFigure {
        ReportFigure(
            tradeOff: pipelines.indices.map { (pipelines[$0].name, values[$0][x], values[$0][y]) },
            name: "\(Self.names[x])-\(Self.names[y])",
            title: "\(Self.names[x].capitalisedFirst) and \(Self.names[y])",
            x: title(x),
            y: title(y)
        )
    }

    private func title(_ metric: Int) -> String {
        metrics[metric] == .lag ? "absolute lag (ms)" : FigureAxes.title(of: metrics[metric])
    }
}

extension ReportFigure {
    /// The name of the line that connects the pipelines on the Pareto front.
    static let frontName = "Pareto front"

    /// A scatter plot of two quantities for which smaller is better, with the Pareto front.
    ///
    /// - Parameters:
    ///   - pipelines: the name of each pipeline with its two values; `nil` for a missing value.
    ///   - name: the name of the file.
    ///   - title: the title of the picture.
    ///   - x: the title of the first axis.
    ///   - y: the title of the second axis.
    package init(
        tradeOff pipelines: [(name: String, x: Double?, y: Double?)],
        name: String,
        title: String,
        x: String,
        y: String
    ) {
        let points = pipelines.map { pipeline in
            pipeline.x.flatMap { x in pipeline.y.map { Plot.Point(x, $0) } }
        }
        let front = TradeOffFigures.front(of: pipelines.map { [$0.x, $0.y] }).compactMap { points[$0] }
            .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        var series = [Plot.Series(Self.frontName, .outline, slot: 0, [front])]
        for (index, point) in points.enumerated() {
            series.append(Plot.Series(pipelines[index].name, .markers, slot: index, [point.map { [$0] } ?? []]))
        }
        let known = points.compactMap(\.self)
        self.init(
            name: name,
            title: title,
            caption: "The best is at the lower left. "
                + (front.count > 1
                    ? "The line joins the Pareto-optimal pipelines."
                    : "One pipeline is the best in both."),
            plot: Plot(
                x: FigureAxes.axis(x, for: known.map(\.x)),
                y: FigureAxes.axis(y, for: known.map(\.y)),
                series: series
            )
        )
    }
}

extension String {
    /// The text with its first letter capitalised.
    package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
