/// The description of a metric: what it measures, its unit, and which values are better.
public struct Metric: Sendable, Hashable {
    /// The name in reports and results.
    public let name: MetricName
    /// The part of the results that holds the metric.
    public let group: MetricGroup
    /// The unit, such as "deg", "ms" or "ns"; empty for a count.
    public let unit: String
    /// Which values are better.
    public let polarity: MetricPolarity
    /// A sentence for readers of a report.
    public let summary: String
    /// Whether the value is an integer.
    public let isCount: Bool

    init(
        _ name: MetricName,
        _ group: MetricGroup,
        unit: String,
        polarity: MetricPolarity = .smallerIsBetter,
        isCount: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.group = group
        self.unit = unit
        self.polarity = polarity
        self.isCount = isCount
        self.summary = summary
    }
}

/// The part of a run's results that a metric belongs to.
public enum MetricGroup: String, Sendable, Hashable, CaseIterable {
    /// The errors of the orientation.
    case accuracy
    /// The unwanted motion of the estimate.
    case jitter
    /// The lag, the step response and the computing time.
    case latency
    /// The errors of what a described system draws, in its pixels.
    case screen
    /// The errors of a described system's location.
    case location

    /// Whether the group applies to any orientation estimate; false for groups that apply to described systems only.
    public var isOfOrientation: Bool {
        switch self {
        case .accuracy, .jitter, .latency: true
        case .screen, .location: false
        }
    }
}
