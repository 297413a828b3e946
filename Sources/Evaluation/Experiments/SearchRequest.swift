/// A search for a pipeline's best setting between the values of a grid.
public struct SearchRequest: Sendable, Hashable {
    public var plan: SearchPlan
    /// What is to be best in the mean over all recordings.
    public var metric: MetricName

    public init(plan: SearchPlan, metric: MetricName) {
        self.plan = plan
        self.metric = metric
    }
}
