import RealModule
import Recordings
import SensorModel

extension GridAxis {
    /// The largest number of values of an axis. A larger number indicates a mistake in the step.
    static let mostValues = 1_000_000

    /// Reads a list of values, or the bounds of a range with a step or a count. A range for random points or a search
    /// needs neither.
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
                throw value.error(found: "no values for '\(name)'", expected: "at least one", remedy: "add it")
            }
            values = .list(try items.map { item throws(InputError) in try item.text("a value of \(name)") })
            return
        }
        guard value.isMapping else {
            throw value.error(
                found: "'\(try value.text(name))' for '\(name)'",
                expected: "a list of values, {range: [first, last], step: s} or {log-range: [first, last], count: n}",
                remedy: "write one of them, or put the value into the SPEC"
            )
        }
        let root = try value.mapping(name)
        try root.allow(["range", "log-range", "step", "count"])
        let keys = ["range", "log-range"].filter { root[$0] != nil }
        guard keys.count == 1, let key = keys.first else {
            throw value.error(
                found: keys.isEmpty ? "no range" : "two ranges",
                expected: "range or log-range",
                remedy: keys.isEmpty ? "add it" : "remove one"
            )
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
                found: "\(key) \(ends)",
                expected: spacing == .linear
                    ? "the smallest and the largest value" : "the smallest value, above 0, and the largest",
                remedy: "correct it"
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
            guard spacing == .linear, step > 0, length / step < Double(mostValues), root["count"] == nil else {
                throw value.error(
                    found: "step \(step)",
                    expected: spacing == .logarithmic
                        ? "'count' with 'log-range'"
                        : "one step or count, above 0, that gives at most \(mostValues) values",
                    remedy: "correct it"
                )
            }
            // The tolerance includes the last value whatever the rounding of the quotient.
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
                found: "'\(key)' without 'step' or 'count'",
                expected: "one of them",
                remedy: "add 'step' or 'count', or draw points with 'random'"
            )
        }
        return .interval(range, spacing)
    }
}
