import Evaluation

/// Axes for figures of metrics.
enum FigureAxes {
    /// From this ratio of the largest to the smallest on, a logarithmic axis tells more.
    private static let wideRange = 10.0

    /// Logarithmic where the values lie far apart and none is 0 or below.
    static func axis(_ title: String, for values: some Collection<Double>) -> Plot.Axis {
        guard let least = values.min(), let most = values.max() else { return Plot.Axis(title: title) }
        return Plot.Axis(title: title, isLogarithmic: least > 0 && most / least > wideRange)
    }

    /// What stands at the axis of a metric: `total RMSE (°)`.
    static func title(of metric: MetricName) -> String {
        switch metric {
        case .shortTermRMS: "short-term RMS (°)"
        default: ReportColumn.all.first { $0.metric == metric }?.title ?? metric.rawValue
        }
    }

    /// The metric that stands for accuracy: the whole error where a pipeline has it, else the short-term one.
    static func accuracy(of runs: [EvaluationRun]) -> MetricName {
        runs.contains { $0.metrics[.totalRMSE] != nil } ? .totalRMSE : .shortTermRMS
    }
}
