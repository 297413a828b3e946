import Evaluation

/// Axes for figures of metrics.
enum FigureAxes {
    /// The ratio of the largest to the smallest value from which an axis is logarithmic.
    private static let wideRange = 10.0

    /// An axis for the values: logarithmic if they are positive and differ by a large factor.
    static func axis(_ title: String, for values: some Collection<Double>) -> Plot.Axis {
        guard let least = values.min(), let most = values.max() else { return Plot.Axis(title: title) }
        return Plot.Axis(title: title, isLogarithmic: least > 0 && most / least > wideRange)
    }

    /// The title of a metric's axis, such as `total RMSE (°)`.
    static func title(of metric: MetricName) -> String {
        switch metric {
        case .shortTermRMS: "short-term RMS (°)"
        default: ReportColumn.all.first { $0.metric == metric }?.title ?? metric.rawValue
        }
    }

    /// The metric for accuracy: the total error if a run has it, otherwise the short-term error.
    static func accuracy(of runs: [EvaluationRun]) -> MetricName {
        runs.contains { $0.metrics[.totalRMSE] != nil } ? .totalRMSE : .shortTermRMS
    }
}

/// The slot of each pipeline, which determines its look in all pictures of a report; see ``PlotPalette``.
struct PipelineSlots {
    private var slots: [PipelineMeans.Key: Int] = [:]

    init(_ groups: [RecordingGroup]) {
        for group in groups {
            for key in PipelineMeans.keys(of: group) where slots[key] == nil { slots[key] = slots.count }
        }
    }

    /// The slots of a group's runs.
    func slots(of group: RecordingGroup) -> [Int] { PipelineMeans.keys(of: group).map { slots[$0, default: 0] } }
}
