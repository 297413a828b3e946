package import Evaluation
import SensorModel

/// Numbers as text that is the same in every locale.
package enum NumberText {
    /// The number with about three significant digits, for people, such as `0.012`, `1.23`, `12.3`, `123`, `12345` or
    /// `1.23e6`.
    ///
    /// The text has at most seven characters.
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        let magnitude = abs(value)
        if magnitude == 0 { return "0" }
        if magnitude < 0.000_5 { return value < 0 ? ">-0.001" : "<0.001" }
        return (value < 0 ? "-" : "") + shortMagnitude(magnitude)
    }

    /// The number as ``short(_:)`` formats it, except that whole numbers of a counting metric have no decimals.
    package static func short(_ value: Double, of metric: Metric) -> String {
        let isWhole = value == value.rounded() && abs(value) < 100_000
        return isWhole && metric.isCount ? exact(value) : short(value)
    }

    /// The interval as `[1.20, 3.40]`.
    package static func interval(_ interval: BootstrapInterval) -> String {
        "[\(short(interval.lower)), \(short(interval.upper))]"
    }

    /// The shortest text that reads back as the same number. Whole numbers have no decimal point.
    package static func exact(_ value: Double) -> String { DecimalText.exact(value) }

    /// The `Double` that is nearest to the number rounded to `digits` significant digits.
    package static func significant(_ value: Double, digits: Int) -> Double {
        value.rounded(toSignificant: digits)
    }

    /// The length in metres, rounded to the micrometre.
    static func micrometres(_ metres: Double) -> Double {
        let rounded = (metres * 1e6).rounded() / 1e6
        return rounded.isFinite ? rounded : metres
    }

    /// The duration as text, in seconds or, from two minutes on, in minutes: `62.4 s`, `12.5 min`.
    static func duration(_ seconds: Double) -> String {
        seconds < 120 ? "\(short(seconds)) s" : "\(short(seconds / 60)) min"
    }

    /// The text of a value with a fixed number of decimals. If the value times 10^`decimals` exceeds the range of
    /// `Int`, the result is instead the shortest text that parses to the value. The shortest text may have an exponent.
    ///
    /// - Parameters:
    ///   - value: a number of at least 0; see ``signed(_:decimals:)`` for other numbers.
    ///   - decimals: the number of decimals.
    package static func fixed(_ value: Double, decimals: Int) -> String { DecimalText.fixed(value, decimals: decimals) }

    /// The number, which may be negative, with a fixed number of decimals.
    static func signed(_ value: Double, decimals: Int) -> String {
        (value < 0 ? "-" : "") + fixed(abs(value), decimals: decimals)
    }

    /// The number with three significant digits; `–` for `nil`. Magnitudes below 0.01 have an exponent.
    static func figure(_ value: Double?) -> String {
        guard let value else { return "–" }
        let magnitude = abs(value)
        guard magnitude > 0, magnitude < 1e-2 else { return short(value) }
        return DecimalText.scientific(value)
    }

    /// The count with its noun, such as `1 setting` or `2 settings`.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func shortMagnitude(_ magnitude: Double) -> String {
        // Each limit is the smallest magnitude that rounds to one digit more.
        switch magnitude {
        case ..<0.999_5: fixed(magnitude, decimals: 3)
        case ..<9.995: fixed(magnitude, decimals: 2)
        case ..<99.95: fixed(magnitude, decimals: 1)
        case ..<99_999.5: fixed(magnitude, decimals: 0)
        default: DecimalText.scientific(magnitude)
        }
    }
}

/// Lengths with two significant digits in a suitable unit, such as `12 mm`, `0.0034 mm` or `1.2 km`.
package enum LengthText {
    private static let units: [(name: String, metres: Double)] = [
        ("µm", 1e-6), ("mm", 1e-3), ("m", 1), ("km", 1e3),
    ]

    /// The length as text. If the length does not exceed the resolution, the text is `<` and the resolution, such as
    /// `<1 µm`.
    ///
    /// - Parameters:
    ///   - metres: the length; at least 0.
    ///   - resolution: the smallest length that the text distinguishes, in metres.
    package static func rounded(_ metres: Double, resolution: Double) -> String {
        metres <= resolution ? "<" + text(resolution) : text(metres)
    }

    /// A length with at most two significant digits as text, such as `10 m` or `1000 km`.
    static func text(_ metres: Double) -> String {
        let value = NumberText.significant(metres, digits: 2)
        let unit = units.last { $0.metres <= value } ?? units[0]
        let number = NumberText.significant(value / unit.metres, digits: 2)
        return NumberText.exact(number) + " " + unit.name
    }
}
