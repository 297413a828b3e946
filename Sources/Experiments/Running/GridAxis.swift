import RealModule
import SensorModel

/// A parameter of a grid and its values.
public struct GridAxis: Sendable, Hashable {
    /// The distribution of values between two bounds.
    public enum Spacing: String, Sendable, Hashable {
        /// Equal differences.
        case linear
        /// Equal ratios.
        case logarithmic
    }

    /// The values of a parameter.
    public enum Values: Sendable, Hashable {
        /// Numbers or words, as in a SPEC.
        case list([String])
        /// `count` values from `first` that increase by `step`, or by the factor `step` on a logarithmic scale.
        case steps(first: Double, step: Double, count: Int, Spacing)
        /// Any value between the bounds, for random points or a search.
        case interval(ClosedRange<Double>, Spacing)
    }

    /// The significant digits of a value at linear steps: 37 steps of 0.02 are 0.74.
    private static let evenDigits = 12
    /// The significant digits of a computed value.
    private static let computedDigits = 6

    /// The parameter's name in the experiment: `kp`, or `lowPass.alpha` if several stages have that parameter.
    public var name: String
    /// The values of the parameter.
    public var values: Values

    /// Creates an axis.
    public init(name: String, values: Values) {
        self.name = name
        self.values = values
    }

    /// The number of values; nil for an interval.
    public var count: Int? {
        switch values {
        case .list(let texts): texts.count
        case .steps(_, _, let count, _): count
        case .interval: nil
        }
    }

    /// The bounds; nil for a list.
    var range: (ClosedRange<Double>, Spacing)? {
        switch values {
        case .list: nil
        case .interval(let range, let spacing): (range, spacing)
        case .steps(let first, _, let count, let spacing):
            Double(text(at: count - 1)).map { (min(first, $0)...max(first, $0), spacing) }
        }
    }

    /// The value at an index below ``count``, as in a SPEC. O(index) on a logarithmic scale.
    public func text(at index: Int) -> String {
        switch values {
        case .list(let texts): texts[index]
        case .steps(let first, let step, _, .linear): Self.text(first + Double(index) * step)
        case .steps(let first, let step, _, .logarithmic):
            Self.text((0..<index).reduce(first) { value, _ in value * step }, digits: Self.computedDigits)
        case .interval: preconditionFailure("an interval has no indices")
        }
    }

    /// The value at a fraction in [0, 1) of the axis. For a list or steps, one of their values.
    public func text(atShare share: Double) -> String {
        if let count { return text(at: min(Int(saturating: share * Double(count)), count - 1)) }
        guard case .interval(let range, let spacing) = values else {
            preconditionFailure("lists and steps have a count")
        }
        switch spacing {
        case .linear:
            let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
            return Self.text(value, digits: Self.computedDigits)
        case .logarithmic:
            let ratio = range.upperBound / range.lowerBound
            return Self.text(range.lowerBound * Double.pow(ratio, share), digits: Self.computedDigits)
        }
    }

    /// The shortest text of a number, rounded to this number of significant digits.
    static func text(_ value: Double, digits: Int) -> String {
        DecimalText.exact(value.rounded(toSignificant: digits))
    }

    /// The shortest text of a given number.
    static func text(_ value: Double) -> String { text(value, digits: evenDigits) }
}
