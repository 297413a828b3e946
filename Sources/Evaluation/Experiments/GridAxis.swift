import RealModule
import SensorModel

/// One parameter of a grid, and the values that it goes through.
public struct GridAxis: Sendable, Hashable {
    /// How values between two ends are spread.
    public enum Spacing: String, Sendable, Hashable {
        case linear
        case logarithmic
    }

    public enum Values: Sendable, Hashable {
        /// Numbers or words, as a SPEC gives them.
        case list([String])
        /// `count` values from `first` in steps of `step`, the product with it on a logarithmic scale.
        case steps(first: Double, step: Double, count: Int, Spacing)
        /// Any value between the ends, for points that are drawn or searched for.
        case interval(ClosedRange<Double>, Spacing)
    }

    /// Digits of a value of even steps: 37 steps of 0.02 are 0.74.
    private static let evenDigits = 12
    /// Digits of a value that nobody wrote down.
    private static let computedDigits = 6

    /// The parameter as the experiment names it: `kp`, or `lowPass.alpha` where several stages have it.
    public var name: String
    public var values: Values

    public init(name: String, values: Values) {
        self.name = name
        self.values = values
    }

    /// How many values there are; nil for an interval, which has as many as are asked for.
    public var count: Int? {
        switch values {
        case .list(let texts): texts.count
        case .steps(_, _, let count, _): count
        case .interval: nil
        }
    }

    /// The ends; nil of a list.
    var range: (ClosedRange<Double>, Spacing)? {
        switch values {
        case .list: nil
        case .interval(let range, let spacing): (range, spacing)
        case .steps(let first, _, let count, let spacing):
            Double(text(at: count - 1)).map { (min(first, $0)...max(first, $0), spacing) }
        }
    }

    /// The value of a place below ``count``, as a SPEC gives it.
    public func text(at index: Int) -> String {
        switch values {
        case .list(let texts): texts[index]
        case .steps(let first, let step, _, .linear): Self.text(first + Double(index) * step)
        case .steps(let first, let step, _, .logarithmic):
            Self.text((0..<index).reduce(first) { value, _ in value * step }, digits: Self.computedDigits)
        case .interval: preconditionFailure("an interval has no places")
        }
    }

    /// The value at a share in [0, 1) of the way through the axis: on a list and on steps one of its values.
    public func text(atShare share: Double) -> String {
        if let count { return text(at: min(Int(saturating: share * Double(count)), count - 1)) }
        guard case .interval(let range, let spacing) = values else { preconditionFailure("the others have a count") }
        switch spacing {
        case .linear:
            let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
            return Self.text(value, digits: Self.computedDigits)
        case .logarithmic:
            let ratio = range.upperBound / range.lowerBound
            return Self.text(range.lowerBound * Double.pow(ratio, share), digits: Self.computedDigits)
        }
    }

    /// A number as short as it can be written, without digits that rounding left behind.
    static func text(_ value: Double, digits: Int) -> String {
        DecimalText.exact(value.rounded(toSignificant: digits))
    }

    /// A number as it was given, as short as it can be written.
    static func text(_ value: Double) -> String { text(value, digits: evenDigits) }
}
