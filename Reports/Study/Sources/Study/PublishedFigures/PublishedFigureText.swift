import Reporting

/// The text of a published number.
struct PublishedFigureText {
    private let figure: PublishedFigure

    /// The number of significant digits of a correct number.
    private static let digits = 7
    /// The maximum number of decimal digits that a `Double` distinguishes.
    private static let maximumDigits = 15

    init(figure: PublishedFigure) {
        self.figure = figure
    }

    /// The effect of an incorrect number on a user, or an empty string for a correct number.
    var cost: String {
        figure.cost.map { "\(number($0.amount, 2))\(Self.text($0.unit)) \($0.meaning)" } ?? ""
    }

    /// The verdict: `correct`, `wrong`, or `undecided` for a number with a doubt.
    var verdict: String { figure.doubt != nil ? "undecided" : figure.isCorrect ? "correct" : "wrong" }

    /// The explanation, with the doubt.
    var explanation: String { [figure.explanation, figure.doubt].compactMap { $0 }.joined(separator: " ") }

    /// The documents and sections that contain the number.
    var places: String { figure.places.map { "\($0.document), \($0.section)" }.joined(separator: "; ") }

    private static func text(_ unit: PublishedFigure.Unit) -> String {
        switch unit {
        case .metres: " m"
        case .degrees: "°"
        case .pixels: " px"
        case .none: ""
        }
    }

    /// The number of significant digits with which a wrong number differs visibly from the correct one, or `nil` if the
    /// two numbers agree in 15 digits.
    var distinctDigits: Int? {
        guard !figure.isCorrect else { return Self.digits }
        return (Self.digits...Self.maximumDigits).first { number(figure.printedValue, $0) != number(figure.value, $0) }
    }

    private func number(_ value: Double, _ digits: Int) -> String {
        NumberText.exact(NumberText.significant(value, digits: digits))
    }
}
