/// The method of a search, and its limits.
public struct SearchPlan: Sendable, Hashable {
    /// The algorithm of the search.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The Nelder–Mead simplex. This method needs few evaluations, and is suitable for up to about five parameters
        /// and a single minimum.
        case nelderMead = "nelder-mead"
        /// The evolution strategy CMA-ES. This method needs more evaluations, in parallel batches, but is less likely
        /// to end at a local minimum.
        case evolution = "cma-es"
    }

    /// The algorithm of the search.
    public var method: Method
    /// The maximum number of distinct points to evaluate; at least 1.
    public var evaluations: Int
    /// The maximum number of restarts after convergence; at least 0.
    public var restarts: Int
    /// The seed of the search's random numbers.
    public var seed: UInt64
    /// The initial values of the parameters, such as their defaults; `nil` for the middle of their ranges.
    public var start: [Double]?
    /// The convergence tolerance, above 0; 1e−4 by default. The search has converged when its candidates differ by at
    /// most this fraction of each range.
    public var tolerance = 1e-4

    /// Creates a plan from its parts.
    public init(_ method: Method, evaluations: Int, restarts: Int = 0, seed: UInt64 = 1, start: [Double]? = nil) {
        self.method = method
        self.evaluations = evaluations
        self.restarts = restarts
        self.seed = seed
        self.start = start
    }
}
