import Evaluation

/// Figures of an inspection as text.
enum InspectionText {
    /// Three significant digits below a thousand, all before the point above; tiny ones with an exponent.
    static func figure(_ value: Double?) -> String {
        guard let value else { return "–" }
        let magnitude = abs(value)
        guard magnitude > 0, magnitude < 1e-2 else { return NumberText.short(value) }
        var mantissa = magnitude
        var exponent = 0
        while mantissa < 0.995 {
            mantissa *= 10
            exponent += 1
        }
        return (value < 0 ? "-" : "") + NumberText.fixed(mantissa, decimals: 1) + "e-\(exponent)"
    }

    static func figure(_ measured: Measured) -> String { figure(measured.value) }

    /// Minimum, maximum, mean and standard deviation.
    static func figures(_ column: ColumnInspection) -> [String] {
        [column.minimum, column.maximum, column.mean, column.deviation].map(figure)
    }
}
