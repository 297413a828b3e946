import Reporting

/// A published figure as text.
struct PublishedFigureText {
    private let figure: PublishedFigure

    /// The number of significant digits of a correct figure.
    private static let digits = 7
    /// The largest number of decimal digits that a `Double` distinguishes.
    private static let mostDigits = 15

    init(figure: PublishedFigure) {
        self.figure = figure
    }

    /// The effect of the difference; empty for a correct figure.
    var cost: String {
        figure.cost.map { "\(number($0.amount, 2))\(Self.text($0.unit)) \($0.meaning)" } ?? ""
    }

    /// A Boolean value that indicates whether the figure is correct.
    var verdict: String { figure.isCorrect ? "correct" : "wrong" }

    /// The documents and sections that contain the figure.
    var places: String { figure.places.map { "\($0.document), \($0.section)" }.joined(separator: "; ") }

    private static func text(_ unit: PublishedFigure.Unit) -> String {
        switch unit {
        case .metres: " m"
        case .degrees: "°"
        case .pixels: " px"
        case .none: ""
        }
    }

    /// The number of digits that distinguish a wrong number from the correct one, or `nil` when 15 do not.
    var distinctDigits: Int? {
        guard !figure.isCorrect else { return Self.digits }
        return (Self.digits...Self.mostDigits).first { number(figure.printedValue, $0) != number(figure.value, $0) }
    }

    private func number(_ value: Double, _ digits: Int) -> String {
        NumberText.exact(NumberText.significant(value, digits: digits))
    }
}
