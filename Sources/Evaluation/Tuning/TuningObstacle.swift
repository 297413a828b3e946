/// Why settings cannot be told apart.
public enum TuningObstacle: Error, Sendable, Hashable {
    /// Neither side of the metric is good.
    case neutralMetric(MetricName)
    /// The table has no setting, or no recording.
    case emptyTable
    /// No cell has a figure.
    case nothingMeasured(MetricName)
    /// Every setting lacks the figure of some recording.
    case noCompleteSetting(MetricName, settings: Int, recordings: Int)
    /// A table has other settings or recordings than the first.
    case differentTables(MetricName)
}

extension TuningObstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .neutralMetric(let metric): "neither a small nor a large \(metric.rawValue) is better"
        case .emptyTable: "there is no setting, or no recording"
        case .nothingMeasured(let metric): "\(metric.rawValue) could not be measured in any cell"
        case .noCompleteSetting(let metric, let settings, let recordings):
            "none of \(settings) settings has \(metric.rawValue) of all \(recordings) recordings"
        case .differentTables(let metric): "\(metric.rawValue) is of other settings or recordings than the first metric"
        }
    }
}
