package import Recordings
import SensorModel

/// The accepted difference of a number when a table is regenerated on another machine or by another version.
public enum TableTolerance: Sendable, Hashable {
    /// A difference in the number's unit.
    case absolute(Double)
    /// A share of the number: 0.01 is one per cent.
    case relative(Double)

    /// The largest accepted difference from a value.
    public func limit(at value: Double) -> Double {
        switch self {
        case .absolute(let limit): limit
        case .relative(let share): share * value.magnitude
        }
    }
}

extension TableTolerance {
    /// Reads `0.001`, or `1%` of the number.
    package init(_ value: YAMLValue, _ key: String) throws(InputError) {
        let text = try value.text(key)
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let number = Double(digits), Setting.tolerance.accepts(number) else {
            throw value.error(
                found: "\(key) '\(text)'",
                expected: "\(Setting.tolerance.expectation), in the column's unit or as a percentage",
                remedy: "write it as in 0.001 or 0.1%"
            )
        }
        self = text.hasSuffix("%") ? .relative(number / 100) : .absolute(number)
    }
}
