import RealModule
import Recordings
import SensorModel

/// A varied parameter of a grid, with its values.
public struct GridAxis: Sendable, Hashable {
    /// The spacing of values between two bounds.
    public enum Spacing: String, Sendable, Hashable {
        /// Consecutive values have equal differences.
        case linear
        /// Consecutive values have equal ratios.
        case logarithmic
    }

    /// The values of a varied parameter.
    public enum Values: Sendable, Hashable {
        /// A list of numbers or words, in the notation of a SPEC (the text of a pipeline).
        case list([String])
        /// `count` values that start at `first`. With linear spacing, each further value is the previous value plus
        /// `step`. With logarithmic spacing, it is the previous value times `step`.
        case steps(first: Double, step: Double, count: Int, Spacing)
        /// All values between two bounds, for random settings or a search.
        case interval(ClosedRange<Double>, Spacing)
    }

    /// The number of significant digits of values in linear steps. Rounding to these digits removes rounding errors, so
    /// 37 steps of 0.02 give 0.74.
    private static let evenDigits = 12
    /// The number of significant digits of values in logarithmic steps, and of values drawn from an interval.
    private static let computedDigits = 6

    /// The parameter's name in the experiment: `kp`, or `lowPass.alpha` if several stages have that parameter.
    public var name: String
    /// The values that the parameter takes.
    public var values: Values

    /// Creates a varied parameter from its name and values.
    public init(name: String, values: Values) {
        self.name = name
        self.values = values
    }

    /// The number of values; `nil` for an interval.
    public var count: Int? {
        switch values {
        case .list(let texts): texts.count
        case .steps(_, _, let count, _): count
        case .interval: nil
        }
    }

    /// The smallest and largest value, with the spacing; `nil` for a list.
    var range: (ClosedRange<Double>, Spacing)? {
        switch values {
        case .list: nil
        case .interval(let range, let spacing): (range, spacing)
        case .steps(let first, _, let count, let spacing):
            Double(text(at: count - 1)).map { (min(first, $0)...max(first, $0), spacing) }
        }
    }

    /// Returns the value at an index below ``count``, in the notation of a SPEC. O(index) for logarithmic steps.
    public func text(at index: Int) -> String {
        switch values {
        case .list(let texts): texts[index]
        case .steps(let first, let step, _, .linear): Self.text(first + Double(index) * step)
        case .steps(let first, let step, _, .logarithmic):
            Self.text((0..<index).reduce(first) { value, _ in value * step }, digits: Self.computedDigits)
        case .interval: preconditionFailure("an interval has no numbered values")
        }
    }

    /// Returns the value at a fraction of the range from the first to the last value. The fraction is in [0, 1). For a
    /// list or steps, the result is one of the values.
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

    /// Returns the shortest text of a number that is rounded to `digits` significant digits.
    static func text(_ value: Double, digits: Int) -> String {
        DecimalText.exact(value.rounded(toSignificant: digits))
    }

    /// Returns the shortest text of a number that is rounded to 12 significant digits.
    static func text(_ value: Double) -> String { text(value, digits: evenDigits) }
}

extension GridAxis {
    /// The maximum number of values of a varied parameter. A larger number indicates a mistake in the step.
    static let maximumCount = 1_000_000

    /// Reads the values of a varied parameter: a list, or the bounds of a range with a step or a count. The step or
    /// count may be missing if settings are drawn at random or searched.
    ///
    /// ```yaml
    /// kp: {range: [0.02, 2], step: 0.02}
    /// alpha: {log-range: [0.01, 1], count: 9}
    /// reference: [halved, full]
    /// ```
    init(_ name: String, _ value: YAMLValue, isDrawn: Bool) throws(InputError) {
        self.name = name
        if value.isList {
            let items = try value.items(name)
            guard !items.isEmpty else {
                throw value.error(message: "the list of values for '\(name)' is empty", advice: "add a value")
            }
            values = .list(try items.map { item throws(InputError) in try item.text("a value of \(name)") })
            return
        }
        guard value.isMapping else {
            let text = try value.text(name)
            throw value.error(
                message: "'\(name)' is '\(text)', but must be a list of values or a range",
                advice:
                    "write a list, {range: [first, last], step: s} or {log-range: [first, last], count: n}, or set a "
                    + "fixed value in the SPEC"
            )
        }
        let root = try value.mapping(name)
        try root.allow(["range", "log-range", "step", "count"])
        let keys = ["range", "log-range"].filter { root[$0] != nil }
        guard keys.count == 1, let key = keys.first else {
            throw value.error(message: "'\(name)' must have exactly one of the keys 'range' and 'log-range'")
        }
        let spacing: Spacing = key == "range" ? .linear : .logarithmic
        let range = try Self.range(try root.required(key), key, spacing)
        values = try Self.spread(range, key, spacing, root, isDrawn: isDrawn)
    }

    private static func range(
        _ value: YAMLValue,
        _ key: String,
        _ spacing: Spacing
    ) throws(InputError) -> ClosedRange<Double> {
        let ends = try value.items(key).map { item throws(InputError) in try item.number("an end of the range") }
        guard ends.count == 2, ends[0] < ends[1], spacing == .linear || ends[0] > 0 else {
            throw value.error(
                message: "'\(key)' is \(ends), but must be "
                    + "\(spacing == .linear ? "[smallest, largest]" : "[smallest, largest], both above 0")"
            )
        }
        return ends[0]...ends[1]
    }

    private static func spread(
        _ range: ClosedRange<Double>,
        _ key: String,
        _ spacing: Spacing,
        _ root: YAMLMapping,
        isDrawn: Bool
    ) throws(InputError) -> Values {
        let length = range.upperBound - range.lowerBound
        if let value = root["step"] {
            let step = try value.number("step")
            guard spacing == .linear, root["count"] == nil else {
                throw value.error(
                    message: "'step' cannot be combined with 'log-range' or 'count'",
                    advice: "remove 'step', and use only 'count'"
                )
            }
            guard step > 0, length / step < Double(maximumCount) else {
                throw value.error(
                    message: "'step' is \(step), but must be above 0 and give at most \(maximumCount) values",
                    advice: "correct 'step', or write 'count' instead"
                )
            }
            // The tolerance ensures that the last value is included, even if rounding reduces the quotient.
            let count = Int(saturating: (length / step * (1 + 1e-12) + 1e-9).rounded(.down)) + 1
            return .steps(first: range.lowerBound, step: step, count: count, .linear)
        }
        if let value = root["count"] {
            let count = try value.wholeNumber(spacing == .linear ? .gridCount : .logarithmicCount)
            let step =
                spacing == .linear
                ? length / Double(count - 1)
                : Double.pow(range.upperBound / range.lowerBound, 1 / Double(count - 1))
            return .steps(first: range.lowerBound, step: step, count: count, spacing)
        }
        guard isDrawn else {
            throw root.value.error(
                message: "the number of values in '\(key)' is unknown",
                advice: "add 'count' (or 'step' to a 'range'), or choose settings at random with 'random'"
            )
        }
        return .interval(range, spacing)
    }
}
