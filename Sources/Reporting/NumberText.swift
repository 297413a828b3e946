import Evaluation

/// Numbers as text, the same in every locale.
enum NumberText {
    /// About three significant digits, for people: `0.012`, `1.23`, `12.3`, `123`, `12345`, `1.23e6`. At most seven
    /// characters.
    static func short(_ value: Double) -> String {
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
    static func exact(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
        return "\(value)"
    }

    /// The number with so many significant digits, as the nearest `Double` to that decimal.
    static func significant(_ value: Double, digits: Int) -> Double {
        value.rounded(toSignificant: digits)
    }

    /// Metres to the nearest micrometre.
    static func micrometres(_ metres: Double) -> Double { (metres * 1e6).rounded() / 1e6 }

    /// `62.4 s`, or minutes from two on: `12.5 min`.
    static func duration(_ seconds: Double) -> String {
        seconds < 120 ? "\(short(seconds)) s" : "\(short(seconds / 60)) min"
    }

    /// Digits with a fixed number of decimals. The magnitude must be below 10⁹.
    static func fixed(_ magnitude: Double, decimals: Int) -> String {
        let power = powersOfTen[decimals]
        let scaled = Int((magnitude * Double(power)).rounded())
        guard decimals > 0 else { return String(scaled) }
        let fraction = String(scaled % power)
        return "\(scaled / power)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    private static let powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000]

    private static func shortMagnitude(_ magnitude: Double) -> String {
        // The limits are those at which the rounded number would gain a digit.
        switch magnitude {
        case ..<0.999_5: fixed(magnitude, decimals: 3)
        case ..<9.995: fixed(magnitude, decimals: 2)
        case ..<99.95: fixed(magnitude, decimals: 1)
        case ..<99_999.5: fixed(magnitude, decimals: 0)
        default: scientific(magnitude)
        }
    }

    private static func scientific(_ magnitude: Double) -> String {
        var exponent = 0
        var mantissa = magnitude
        while mantissa >= 9.995 {
            mantissa /= 10
            exponent += 1
        }
        let decimals = exponent < 10 ? 2 : exponent < 100 ? 1 : 0
        return "\(fixed(mantissa, decimals: decimals))e\(exponent)"
    }
}
