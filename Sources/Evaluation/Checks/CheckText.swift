import SensorModel

/// Figures in the words of checks, the same in every locale.
enum CheckText {
    /// About three significant digits.
    static func number(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude.isFinite, magnitude > 0 else { return magnitude == 0 ? "0" : "\(value)" }
        var power = 1.0
        while magnitude * power < 99.95, power < 1e15 { power *= 10 }
        let rounded = (value * power).rounded() / power
        return DecimalText.exact(rounded.isFinite ? rounded : value)
    }

    static func degrees(radians: Double) -> String { number(Angle(radians: radians).degrees) }

    /// `0 … 30`.
    static func range(_ range: ClosedRange<Double>) -> String {
        "\(number(range.lowerBound)) … \(number(range.upperBound))"
    }
}
