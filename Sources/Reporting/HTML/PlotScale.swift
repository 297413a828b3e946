import RealModule
import SensorModel

/// The scale of an axis: the range of values that it shows, and its ticks.
package struct PlotScale {
    /// A tick with its label.
    package struct Tick: Hashable {
        let value: Double
        package let label: String
    }

    /// The margin beyond the smallest and largest value, as a share of the range.
    private static let margin = 0.04
    /// The smallest share of the largest value at which a linear axis does not begin at 0.
    private static let leastShareFromZero = 0.4

    package let isLogarithmic: Bool
    /// The values at the beginning and the end of the axis. They differ.
    package let first: Double
    package let last: Double

    /// Creates the scale of an axis that shows these values.
    ///
    /// - Parameter values: finite, and positive for a logarithmic axis.
    package init(_ axis: Plot.Axis, values: [Double]) {
        isLogarithmic = axis.isLogarithmic
        let limits = Self.limits(around: values, isLogarithmic: axis.isLogarithmic)
        let first = axis.limits?.first ?? limits.first
        let last = axis.limits?.last ?? limits.last
        self.first = first
        self.last = first == last ? (axis.isLogarithmic ? first * 10 : first + 1) : last
    }

    /// The position of a value: 0 at the beginning of the axis, 1 at its end.
    func position(of value: Double) -> Double {
        guard isLogarithmic else { return (value - first) / (last - first) }
        return Double.log(value / first) / Double.log(last / first)
    }

    /// Round values on the axis with their labels.
    ///
    /// - Parameter most: the largest number of ticks for which there is room; at least 2.
    package func ticks(most: Int) -> [Tick] {
        let (low, high) = (min(first, last), max(first, last))
        guard isLogarithmic, high / low >= 3 else { return Self.linear(low, high, most: most) }
        let decades =
            Int(saturating: Double.log10(low).rounded(.down))...Int(saturating: Double.log10(high).rounded(.up))
        for digits in [[1.0, 2, 5], [1, 3], [1]] {
            let values = decades.flatMap { decade in digits.map { $0 * Double.pow(10, Double(decade)) } }
                .filter { $0 >= low && $0 <= high }
            if values.count <= most, values.count > 1 { return values.map { Tick(value: $0, label: Self.label($0)) } }
        }
        let stride = max(1, (decades.count + most - 1) / most)
        let values = decades.filter { $0.isMultiple(of: stride) }.map { Double.pow(10, Double($0)) }
            .filter { $0 >= low && $0 <= high }
        return values.map { Tick(value: $0, label: Self.label($0)) }
    }

    private static func limits(around values: [Double], isLogarithmic: Bool) -> (first: Double, last: Double) {
        guard let least = values.min(), let most = values.max() else { return isLogarithmic ? (1, 10) : (0, 1) }
        if isLogarithmic {
            let factor = max(Double.pow(most / least, margin), 1.05)
            return (least / factor, most * factor)
        }
        let space = (most - least) * margin
        if least >= 0, least < leastShareFromZero * most { return (0, most + space) }
        return most > least ? (least - space, most + space) : (least - 0.5, least + 0.5)
    }

    private static func linear(_ low: Double, _ high: Double, most: Int) -> [Tick] {
        let rough = (high - low) / Double(most)
        guard rough > 0, rough.isFinite else { return [] }
        let power = Double.pow(10, Double.log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? 10 * power
        let begin = Int(saturating: (low / step - 1e-9).rounded(.up))
        let end = Int(saturating: (high / step + 1e-9).rounded(.down))
        guard begin <= end, end - begin <= 2 * most else { return [] }
        let decimals = max(0, -Int(saturating: (Double.log10(step) + 1e-9).rounded(.down)))
        return (begin...end).map { number in
            let value = Double(number) * step
            let label =
                decimals <= 4 && abs(value) < 100_000
                ? NumberText.signed(value, decimals: decimals) : self.label(value)
            return Tick(value: value, label: number == 0 ? "0" : label)
        }
    }

    /// A round number: `0.01`, `50`, `10⁶`, `2·10⁻⁵`.
    package static func label(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude > 0, magnitude < 1e-3 || magnitude >= 1e5 else {
            return NumberText.exact(value.rounded(toSignificant: 6))
        }
        let exponent = Int(saturating: (Double.log10(magnitude) + 1e-9).rounded(.down))
        let factor = (value / Double.pow(10, Double(exponent))).rounded(toSignificant: 3)
        let power = "10" + superscript(exponent)
        return factor == 1 ? power : "\(NumberText.exact(factor))·\(power)"
    }

    private static func superscript(_ number: Int) -> String {
        (number < 0 ? "⁻" : "") + Footnotes.mark(abs(number))
    }
}
