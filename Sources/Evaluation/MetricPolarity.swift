/// Which way a metric is good.
public enum MetricPolarity: String, Sendable, Hashable {
    case smallerIsBetter = "smaller is better"
    case closerToZeroIsBetter = "closer to zero is better"
    case largerIsBetter = "larger is better"
    /// A figure that says how a run was done, not how well.
    case neutral
}
