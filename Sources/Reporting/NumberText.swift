import Evaluation
import SensorModel

/// Numbers as text, the same in every locale.
enum NumberText {
    /// About three significant digits, for people: `0.012`, `1.23`, `12.3`, `123`, `12345`, `1.23e6`. At most seven
    /// characters.
    static func short(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        let magnitude = abs(value)
        if magnitude == 0 { return "0" }
        if magnitude < 0.000_5 { return value < 0 ? ">-0.001" : "<0.001" }
        return (value < 0 ? "-" : "") + shortMagnitude(magnitude)
    }

    /// As ``short(_:)``, but a metric that counts is shown whole.
    static func short(_ value: Double, of metric: MetricName) -> String {
        let isWhole = value == value.rounded() && abs(value) < 100_000
        return isWhole && MetricCatalogue.metric(metric).isCount ? exact(value) : short(value)
    }

    /// The shortest digits that read back as the same number; whole numbers without a point.
    static func exact(_ value: Double) -> String { DecimalText.exact(value) }

    /// The number with so many significant digits, as the nearest `Double` to that decimal.
    static func significant(_ value: Double, digits: Int) -> Double {
        value.rounded(toSignificant: digits)
    }

    /// Metres to the nearest micrometre.
    static func micrometres(_ metres: Double) -> Double {
        let rounded = (metres * 1e6).rounded() / 1e6
        return rounded.isFinite ? rounded : metres
    }

    /// `62.4 s`, or minutes from two on: `12.5 min`.
    static func duration(_ seconds: Double) -> String {
        seconds < 120 ? "\(short(seconds)) s" : "\(short(seconds / 60)) min"
    }

    /// Digits with a fixed number of decimals; beyond 10¹³ the shortest text, perhaps with an exponent.
    static func fixed(_ value: Double, decimals: Int) -> String { DecimalText.fixed(value, decimals: decimals) }

    private static func shortMagnitude(_ magnitude: Double) -> String {
        // The limits are those at which the rounded number would gain a digit.
        switch magnitude {
        case ..<0.999_5: fixed(magnitude, decimals: 3)
        case ..<9.995: fixed(magnitude, decimals: 2)
        case ..<99.95: fixed(magnitude, decimals: 1)
        case ..<99_999.5: fixed(magnitude, decimals: 0)
        default: DecimalText.scientific(magnitude)
        }
    }
}
