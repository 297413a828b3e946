import Recordings
public import SensorModel

/// A parameter that a search may change, and between which values.
public struct SearchAxis: Sendable, Hashable {
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// Equal steps count the same.
        case linear
        /// Equal factors count the same.
        case logarithmic
    }

    /// Of the numbers that a search asks for, so that a SPEC can be read.
    static let significantDigits = 6
    /// Above this not every whole number is a `Double`.
    private static let largestWhole = 0x1p53

    public let name: String
    /// In the parameter's unit; both ends are in.
    public let range: ClosedRange<Double>
    public let scale: Scale
    /// Whether only whole numbers are asked for.
    public let isWhole: Bool

    /// - Throws: `ParameterError` for a range that is empty, not finite, without a whole number where those are asked
    ///   for, or from 0 or below on a logarithmic scale.
    public init(
        _ name: String,
        from lowest: Double,
        to highest: Double,
        scale: Scale = .linear,
        isWhole: Bool = false
    ) throws(ParameterError) {
        let (first, last) = isWhole ? (lowest.rounded(.up), highest.rounded(.down)) : (lowest, highest)
        guard first.isFinite, last.isFinite, (last - first).isFinite, first < last else {
            throw ParameterError(
                found: "'\(name)' from \(lowest) to \(highest)",
                expected: isWhole ? "two whole numbers or more" : "a smaller number, and a larger one",
                remedy: "give the ends in the parameter's unit, the smaller one first"
            )
        }
        guard scale == .linear || first >= .leastNormalMagnitude && (last / first).isFinite else {
            throw ParameterError(
                found: "'\(name)' from \(lowest) on a logarithmic scale",
                expected: "a range above 0",
                remedy: "begin above 0, or search on a linear scale"
            )
        }
        guard !isWhole || max(abs(first), abs(last)) <= Self.largestWhole else {
            throw ParameterError(
                found: "whole numbers '\(name)' from \(lowest) to \(highest)",
                expected: "numbers up to 2⁵³",
                remedy: "narrow the range"
            )
        }
        self.name = name
        range = first...last
        self.scale = scale
        self.isWhole = isWhole
    }

    /// How many values there are; nil of a continuum.
    var count: Double? { isWhole ? range.upperBound - range.lowerBound + 1 : nil }

    /// The value at a part of the way from the lower to the upper end; six significant digits, or whole.
    ///
    /// - Parameter fraction: in [0, 1].
    func value(at fraction: Double) -> Double {
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

    /// The part of the way at which a value lies; the nearer end of one outside.
    func fraction(of value: Double) -> Double {
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
