import Recordings
public import SensorModel

/// The method of a search, and its limits.
public struct SearchPlan: Sendable, Hashable {
    /// The algorithm of the search.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The Nelder–Mead simplex. This method needs few evaluations, and is suitable for up to about five parameters
        /// and a single minimum.
        case nelderMead = "nelder-mead"
        /// The evolution strategy CMA-ES. Compared with Nelder–Mead, this method needs more evaluations, in parallel
        /// batches, but is less likely to end at a local minimum.
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
    /// The convergence tolerance, above 0; 1e−4 by default. The search has converged when the spread of its candidates
    /// is at most this fraction of each range.
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

/// A parameter of a search, with its range.
public struct SearchAxis: Sendable, Hashable {
    /// The scale on which distances between values are measured.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// Equal differences between values are equal distances on the axis.
        case linear
        /// Equal ratios between values are equal distances on the axis.
        case logarithmic
    }

    /// The number of significant digits of candidates, so that SPECs remain readable.
    static let significantDigits = 6
    /// The largest magnitude up to which `Double` represents every integer.
    private static let largestWhole = 0x1p53

    /// The name of the parameter.
    public let name: String
    /// The range in the parameter's unit, including both bounds.
    public let range: ClosedRange<Double>
    /// The scale on which the search measures distances between values.
    public let scale: Scale
    /// A Boolean value that indicates whether only integers are candidates.
    public let isWhole: Bool

    /// Creates a parameter with its range.
    ///
    /// - Throws: `InputError` if the range is empty or not finite, or not above 0 for a logarithmic scale. A range of
    ///   integers must contain at least two integers, with magnitudes of at most 2⁵³.
    public init(
        _ name: String,
        from lowest: Double,
        to highest: Double,
        scale: Scale = .linear,
        isWhole: Bool = false
    ) throws(InputError) {
        let (first, last) = isWhole ? (lowest.rounded(.up), highest.rounded(.down)) : (lowest, highest)
        guard first.isFinite, last.isFinite, (last - first).isFinite, first < last else {
            throw InputError(
                message: "the range of '\(name)' is \(lowest) to \(highest), but "
                    + "\(isWhole ? "must contain two whole numbers" : "the first bound must be below the second")",
                advice: "write the smaller bound first, and use the parameter's unit"
            )
        }
        guard scale == .linear || first >= .leastNormalMagnitude && (last / first).isFinite else {
            throw InputError(
                message: "the range of '\(name)' begins at \(lowest), but a logarithmic range must begin above 0",
                advice: "begin the range above 0, or use a linear scale"
            )
        }
        guard !isWhole || max(abs(first), abs(last)) <= Self.largestWhole else {
            throw InputError(
                message: "the range of '\(name)' is \(lowest) to \(highest), but whole numbers are limited to ±2⁵³",
                advice: "reduce the range"
            )
        }
        self.name = name
        range = first...last
        self.scale = scale
        self.isWhole = isWhole
    }

    /// The number of values; `nil` for a continuous range.
    var count: Double? { isWhole ? range.upperBound - range.lowerBound + 1 : nil }

    /// Returns the value at a fraction of the range, as an integer or with six significant digits.
    ///
    /// - Parameter fraction: fraction in [0, 1]; 0 is the lower bound.
    package func value(at fraction: Double) -> Double {
        let exact: Double
        switch scale {
        case .linear:
            if let count { return min(range.upperBound, range.lowerBound + (fraction * count).rounded(.down)) }
            exact = range.lowerBound + fraction * (range.upperBound - range.lowerBound)
        case .logarithmic:
            exact = range.upperBound * PortableMath.exponential(-(1 - fraction) * logarithmicWidth)
        }
        let rounded = isWhole ? exact.rounded() : exact.rounded(toSignificant: Self.significantDigits)
        return min(max(rounded, range.lowerBound), range.upperBound)
    }

    /// Returns the position of a value in the range, as a fraction from 0 to 1. A value outside the range is moved to
    /// the nearest bound.
    package func fraction(of value: Double) -> Double {
        let inside = min(max(value, range.lowerBound), range.upperBound)
        switch scale {
        case .linear:
            if let count { return (inside - range.lowerBound + 0.5) / count }
            return (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .logarithmic:
            return PortableMath.logarithm(inside / range.lowerBound) / logarithmicWidth
        }
    }

    private var logarithmicWidth: Double { PortableMath.logarithm(range.upperBound / range.lowerBound) }
}

/// The space of a search: its parameters with their ranges.
public struct SearchSpace: Sendable, Hashable {
    /// The parameters with their ranges.
    public let axes: [SearchAxis]

    /// Creates a space from at least one parameter.
    ///
    /// - Throws: `InputError` if there are no parameters, or if two have the same name.
    public init(_ axes: [SearchAxis]) throws(InputError) {
        guard !axes.isEmpty else {
            throw InputError(
                message: "the search has no parameters",
                advice: "add a parameter with its range"
            )
        }
        var known: Set<String> = []
        for axis in axes where !known.insert(axis.name).inserted {
            throw InputError(
                message: "the parameter '\(axis.name)' is repeated",
                advice: "keep only one '\(axis.name)'"
            )
        }
        self.axes = axes
    }

    /// The number of points; `nil` if a range is continuous.
    var count: Double? {
        let counts = axes.compactMap(\.count)
        return counts.count == axes.count ? counts.reduce(1, *) : nil
    }

    /// Returns the values of the parameters at a point of the unit box, where each range is [0, 1].
    func point(at coordinates: [Double]) -> [Double] { zip(axes, coordinates).map { $0.value(at: $1) } }

    /// Returns the point of the unit box that corresponds to values of the parameters.
    func coordinates(of point: [Double]) -> [Double] { zip(axes, point).map { $0.fraction(of: $1) } }
}
