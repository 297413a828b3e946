import Evaluation
import SensorModel

/// Figures of an inspection as text.
enum InspectionText {
    /// Three significant digits below a thousand, all before the point above; tiny ones with an exponent.
    static func figure(_ value: Double?) -> String {
        guard let value else { return "–" }
        let magnitude = abs(value)
        guard magnitude > 0, magnitude < 1e-2 else { return NumberText.short(value) }
        return DecimalText.scientific(value)
    }

    /// So many decimals, of a negative number, too.
    static func fixed(_ value: Double, decimals: Int) -> String {
        (value < 0 ? "-" : "") + NumberText.fixed(abs(value), decimals: decimals)
    }

    static func figure(_ measured: Measured) -> String { figure(measured.value) }

    /// Minimum, maximum, mean and standard deviation.
    static func figures(_ column: ColumnInspection) -> [String] {
        let isPlace = ["latitude", "longitude"].contains(column.name)
        let extremes = [column.minimum, column.maximum, column.mean]
        // 1e-5 degrees are a metre; three digits would be the same for every place in a town.
        let words = extremes.map { isPlace ? $0.map { fixed($0, decimals: 5) } ?? "–" : figure($0) }
        return words + [figure(column.deviation)]
    }
}
