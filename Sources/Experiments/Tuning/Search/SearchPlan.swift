/// The method and limits of a search.
public struct SearchPlan: Sendable, Hashable {
    /// The method of the search.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The Nelder–Mead simplex: few evaluations, for up to about five parameters and one minimum.
        case nelderMead = "nelder-mead"
        /// The evolution strategy CMA-ES: more evaluations, in parallel batches, and a lower risk of a local minimum.
        case evolution = "cma-es"
    }

    /// The method of the search.
    public var method: Method
    /// The maximum number of distinct points to evaluate; at least 1.
    public var evaluations: Int
    /// The maximum number of restarts after convergence; at least 0.
    public var restarts: Int
    /// The seed of all random numbers.
    public var seed: UInt64
    /// The initial values of the parameters, such as their defaults, or `nil` for the middle of the box.
    public var start: [Double]?
    /// The share of each axis below which a run has converged; above 0. The default is 1e−4.
    public var tolerance = 1e-4

    /// Creates a plan.
    public init(_ method: Method, evaluations: Int, restarts: Int = 0, seed: UInt64 = 1, start: [Double]? = nil) {
        self.method = method
        self.evaluations = evaluations
        self.restarts = restarts
        self.seed = seed
        self.start = start
    }
}
