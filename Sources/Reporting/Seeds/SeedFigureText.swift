import Geodesy

/// A seed's figure as text.
struct SeedFigureText {
    let figure: PublishedFigure

    /// What a figure without a difference is rounded to.
    private static let digits = 7
    /// A `Double` has no more that can be told by rounding a decimal.
    private static let mostDigits = 15

    /// The printed number, in the figure's unit.
    var printed: String { text(figure.printedValue) + unit }

    /// The right number.
    var value: String { text(figure.value) + unit }

    var geodesic: String { figure.geodesic.map { number($0, Self.digits) + " m" } ?? "" }

    var cost: String {
        figure.cost.map { "\(number($0.amount, 2))\(Self.text($0.unit)) \($0.meaning)" } ?? ""
    }

    var verdict: String { figure.isCorrect ? "right" : "wrong" }

    var places: String { figure.places.map { "\($0.document), \($0.section)" }.joined(separator: "; ") }

    private var unit: String { Self.text(figure.unit) }

    private static func text(_ unit: PublishedFigure.Unit) -> String {
        switch unit {
        case .metres: " m"
        case .degrees: "°"
        case .pixels: " px"
        case .none: ""
        }
    }

    /// As many digits as it takes to tell a wrong number from the right one; nil where none do.
    var tellingDigits: Int? {
        guard !figure.isCorrect else { return Self.digits }
        return (Self.digits...Self.mostDigits).first { number(figure.printedValue, $0) != number(figure.value, $0) }
    }

    private func text(_ value: Double) -> String {
        tellingDigits.map { number(value, $0) } ?? NumberText.exact(value)
    }

    private func number(_ value: Double, _ digits: Int) -> String {
        NumberText.exact(NumberText.significant(value, digits: digits))
    }
}
