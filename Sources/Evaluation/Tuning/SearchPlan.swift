/// How a search goes about it.
public struct SearchPlan: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// A simplex that walks downhill: few evaluations in up to about five parameters and one valley.
        case nelderMead = "nelder-mead"
        /// A cloud of points that learns the shape of the valley: more evaluations, batches that run in parallel, and
        /// less easily caught.
        case evolution = "cma-es"
    }

    public var method: Method
    /// The most evaluations of different points; at least 1.
    public var evaluations: Int
    /// How often the search may begin anew after it has converged; 0 or more.
    public var restarts: Int
    public var seed: UInt64
    /// The parameters' values at which the search begins, such as their defaults; nil for the middle of the box.
    public var start: [Double]?
    /// A run has converged when it looks at less than this part of each axis; above 0. A ten-thousandth by default.
    public var tolerance = 1e-4

    public init(_ method: Method, evaluations: Int, restarts: Int = 0, seed: UInt64 = 1, start: [Double]? = nil) {
        self.method = method
        self.evaluations = evaluations
        self.restarts = restarts
        self.seed = seed
        self.start = start
    }
}
