/// A search for a pipeline's best setting between the values of a grid.
public struct SearchRequest: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        case nelderMead = "nelder-mead"
        case cmaES = "cma-es"
    }

    public var method: Method
    /// Settings that are tried at most, restarts together.
    public var evaluations: Int
    public var restarts: Int
    public var seed: UInt64
    /// What is to be best in the mean over all recordings.
    public var metric: MetricName

    public init(method: Method, evaluations: Int, restarts: Int, seed: UInt64, metric: MetricName) {
        self.method = method
        self.evaluations = evaluations
        self.restarts = restarts
        self.seed = seed
        self.metric = metric
    }
}
