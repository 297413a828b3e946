public import Evaluation

/// The reason why settings cannot be compared.
public enum TuningError: Error, Sendable, Hashable {
    /// The metric is neutral.
    case neutralMetric(MetricName)
    /// The table has no settings or no recordings.
    case emptyTable
    /// No cell has a figure.
    case nothingMeasured(MetricName)
    /// Every setting lacks a figure of at least one recording.
    case noCompleteSetting(MetricName, settings: Int, recordings: Int)
    /// The settings or recordings of a table differ from the first table's.
    case differentTables(MetricName)
}

extension TuningError: CustomStringConvertible {
    /// The reason in a sentence.
    public var description: String {
        switch self {
        case .neutralMetric(let metric): "neither a small nor a large \(metric.rawValue) is better"
        case .emptyTable: "the table has no settings or no recordings"
        case .nothingMeasured(let metric): "\(metric.rawValue) could not be measured in any cell"
        case .noCompleteSetting(let metric, let settings, let recordings):
            "none of \(settings) settings has \(metric.rawValue) of all \(recordings) recordings"
        case .differentTables(let metric): "\(metric.rawValue) has other settings or recordings than the first metric"
        }
    }
}
