import Recordings
public import SensorModel

/// A parameter of a search, with its range.
public struct SearchAxis: Sendable, Hashable {
    /// The scale along which a search moves.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// Equal differences have equal distances.
        case linear
        /// Equal ratios have equal distances.
        case logarithmic
    }

    /// The number of significant digits of candidates, which keeps SPECs readable.
    static let significantDigits = 6
    /// The magnitude up to which a `Double` represents every integer.
    private static let largestWhole = 0x1p53

    /// The name of the parameter.
    public let name: String
    /// The range in the parameter's unit, including both bounds.
    public let range: ClosedRange<Double>
    /// The scale of the axis.
    public let scale: Scale
    /// A Boolean value that indicates whether candidates are integers.
    public let isWhole: Bool

    /// Creates an axis.
    ///
    /// - Throws: `InputError` for a range that is empty, not finite, or not above 0 on a logarithmic scale. A range of
    ///   integers must contain at least two of them, with magnitudes up to 2⁵³.
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
                message: "'\(name)' from \(lowest) to \(highest) is not "
                    + "\(isWhole ? "a range of two whole numbers or more" : "a range from a smaller to a larger number")",
                advice: "give the bounds in the parameter's unit, the smaller one first"
            )
        }
        guard scale == .linear || first >= .leastNormalMagnitude && (last / first).isFinite else {
            throw InputError(
                message: "'\(name)' from \(lowest) cannot be searched on a logarithmic scale, whose range must be "
                    + "above 0",
                advice: "begin above 0, or search on a linear scale"
            )
        }
        guard !isWhole || max(abs(first), abs(last)) <= Self.largestWhole else {
            throw InputError(
                message: "the whole numbers '\(name)' from \(lowest) to \(highest) exceed 2⁵³",
                advice: "narrow the range"
            )
        }
        self.name = name
        range = first...last
        self.scale = scale
        self.isWhole = isWhole
    }

    /// The number of values, or `nil` for a continuous range.
    var count: Double? { isWhole ? range.upperBound - range.lowerBound + 1 : nil }

    /// Returns the value at a fraction of the range, as an integer or with six significant digits.
    ///
    /// - Parameter fraction: in [0, 1].
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

    /// Returns the fraction of the range at a value. Values outside the range are clamped to its bounds.
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

/// The box of a search, with an axis per parameter.
public struct SearchSpace: Sendable, Hashable {
    /// The parameters.
    public let axes: [SearchAxis]

    /// Creates a space.
    ///
    /// - Throws: `InputError` if there are no axes, or if two axes have the same name.
    public init(_ axes: [SearchAxis]) throws(InputError) {
        guard !axes.isEmpty else {
            throw InputError(
                message: "the search has no parameters",
                advice: "give a parameter and its range"
            )
        }
        var known: Set<String> = []
        for axis in axes where !known.insert(axis.name).inserted {
            throw InputError(
                message: "the parameter '\(axis.name)' is repeated",
                advice: "remove one of them"
            )
        }
        self.axes = axes
    }

    /// The number of points, or `nil` for a continuous space.
    var count: Double? {
        let counts = axes.compactMap(\.count)
        return counts.count == axes.count ? counts.reduce(1, *) : nil
    }

    /// Returns the parameters' values at a point of the unit box.
    func point(at coordinates: [Double]) -> [Double] { zip(axes, coordinates).map { $0.value(at: $1) } }

    /// Returns the point of the unit box for values of the parameters.
    func coordinates(of point: [Double]) -> [Double] { zip(axes, point).map { $0.fraction(of: $1) } }
}
