/// What a metric is: what it measures, in which unit, and which way it is good.
public struct Metric: Sendable, Hashable {
    public let name: MetricName
    public let group: MetricGroup
    /// "deg", "ms", "ns", or "" for a count.
    public let unit: String
    public let polarity: MetricPolarity
    /// One sentence for people who read a report.
    public let summary: String
    /// Whether the value is a whole number.
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
