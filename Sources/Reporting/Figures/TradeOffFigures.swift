package import Evaluation

/// Scatter plots of accuracy and jitter, accuracy and lag, and lag and jitter, with the Pareto front.
package struct TradeOffFigures {
    private let pipelines: [PipelineMeans]
    package let metrics: [Metric]
    /// The values by pipeline, then by metric. For the lag, these are absolute values.
    private let values: [[Double?]]
    /// Boolean values that indicate, for each metric, whether better values show better pipelines.
    private let isRanking: [Bool]

    package init(_ pipelines: [PipelineMeans], accuracy: Metric) {
        let metrics = [accuracy, .incrementRMS, .lag]
        let isRanking = metrics.map { metric in pipelines.contains { $0.canRank(by: metric) } }
        self.pipelines = pipelines
        self.metrics = metrics
        self.isRanking = isRanking
        values = pipelines.map { pipeline in
            zip(metrics, isRanking).map { metric, isRanking in
                let mean = pipeline.mean(of: metric)
                return isRanking ? mean.rankable : mean.comparable
            }
        }
    }

    /// The indices of the pipelines on the Pareto front. A pipeline is excluded if another pipeline is better in one of
    /// the three metrics and at least as good in the other two.
    ///
    /// For a single recording, a value within the confidence interval of the best value counts as equal to the best
    /// value. Lags that differ by at most 5 ms count as equal. Pipelines without a value for one of the metrics are
    /// excluded. The front is empty if the reference does not show which pipeline is better in one of the metrics.
    package var front: Set<Int> {
        guard !isRanking.contains(false) else { return [] }
        let tolerances = metrics.map(\.negligibleDifference)
        guard pipelines.allSatisfy({ $0.runs.count == 1 }) else {
            return Self.front(of: values, tolerances: tolerances)
        }
        var tied = values
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
        return Self.front(of: tied, tolerances: tolerances)
    }

    /// The scatter plots that have at least one point.
    package var figures: [ReportFigure] {
        [(0, 1), (0, 2), (2, 1)].compactMap { pair -> ReportFigure? in
            let figure = figure(pair.0, pair.1)
            return figure.plot.isEmpty ? nil : figure
        }
    }

    /// The indices of the rows on the Pareto front. A row is excluded if another row is smaller in one column and at
    /// most equal in all others. Numbers that differ by at most the tolerance of their column count as equal. Rows with
    /// missing values are excluded, too.
    package static func front(of rows: [[Double?]], tolerances: [Double] = []) -> Set<Int> {
        let complete = rows.indices.filter { !rows[$0].contains(nil) }
        let costs = complete.map { rows[$0].compactMap(\.self) }
        return Set(ParetoOrder.front(of: costs, tolerances: tolerances).map { complete[$0] })
    }

    private static let names = ["accuracy", "jitter", "lag"]

    private func figure(_ x: Int, _ y: Int) -> ReportFigure {
        ReportFigure(
            tradeOff: pipelines.indices.map { (pipelines[$0].name, values[$0][x], values[$0][y]) },
            name: "\(Self.names[x])-\(Self.names[y])",
            title: "\(Self.names[x].capitalisedFirst) and \(Self.names[y])",
            x: title(x),
            y: title(y),
            tolerances: (metrics[x].negligibleDifference, metrics[y].negligibleDifference),
            hasFront: isRanking[x] && isRanking[y]
        )
    }

    private func title(_ metric: Int) -> String {
        metrics[metric] == .lag ? "absolute lag (ms)" : pipelines.axisTitle(of: metrics[metric])
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
    ///   - tolerances: the largest differences in x and in y that count as no difference.
    ///   - hasFront: whether smaller values show better pipelines.
    package init(
        tradeOff pipelines: [(name: String, x: Double?, y: Double?)],
        name: String,
        title: String,
        x: String,
        y: String,
        tolerances: (x: Double, y: Double) = (0, 0),
        hasFront: Bool = true
    ) {
        let points = pipelines.map { pipeline in
            pipeline.x.flatMap { x in pipeline.y.map { Plot.Point(x, $0) } }
        }
        let rows = TradeOffFigures.front(
            of: pipelines.map { [$0.x, $0.y] },
            tolerances: [tolerances.x, tolerances.y]
        )
        let front = rows.compactMap { points[$0] }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        var series = hasFront ? [Plot.Series(Self.frontName, .outline, slot: 0, [front])] : []
        for (index, point) in points.enumerated() {
            series.append(Plot.Series(pipelines[index].name, .markers, slot: index, [point.map { [$0] } ?? []]))
        }
        let known = points.compactMap(\.self)
        self.init(
            name: name,
            title: title,
            caption: Self.caption(hasFront ? front.count : nil, ofLag: tolerances.x > 0 || tolerances.y > 0),
            plot: Plot(
                x: FigureAxes.axis(x, for: known.map(\.x), tolerance: tolerances.x),
                y: FigureAxes.axis(y, for: known.map(\.y), tolerance: tolerances.y),
                series: series
            )
        )
    }

    /// - Parameter front: the number of pipelines on the front; `nil` if smaller values do not show better pipelines.
    private static func caption(_ front: Int?, ofLag: Bool) -> String {
        guard let front else {
            return
                "The reference does not show which pipeline is better, so the Pareto-optimal pipelines are not joined."
        }
        let line =
            front > 1
            ? "The line joins the Pareto-optimal pipelines." : "One pipeline is at least as good as all others in both."
        return "The best is at the lower left. \(line)"
            + (ofLag ? " Lags that differ by at most 5 ms count as equal." : "")
    }
}

extension String {
    /// The text with its first letter capitalised.
    package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
