/// The part of a run's results that a metric belongs to.
public enum MetricGroup: String, Sendable, Hashable, CaseIterable {
    case accuracy
    case jitter
    case latency
}
