import Geodesy

/// `seeds.csv`: a row per published figure. A missing value is an empty field.
///
/// Lengths are rounded to the micrometre and costs to three digits, so that they are the same on every machine.
struct PublishedFiguresCSVReport: Sendable, Hashable {
    /// The report, with a header line.
    func render() -> String {
        let header = [
            "name", "document", "section", "quantity", "printed", "printed_value", "value", "unit", "is_right",
            "geodesic_m",
            "cost", "cost_unit", "cost_meaning", "explanation",
        ]
        let rows = PublishedFigureCatalogue.figures.map { figure in
            [
                figure.name, figure.places.map(\.document).joined(separator: "; "),
                figure.places.map(\.section).joined(separator: "; "), figure.quantity, figure.printed,
                Self.text(figure.printedValue, figure.unit), Self.text(figure.value, figure.unit), figure.unit.rawValue,
                String(figure.isCorrect), figure.geodesic.map { Self.text($0, .metres) } ?? "",
                figure.cost.map { NumberText.exact(NumberText.significant($0.amount, digits: 3)) } ?? "",
                figure.cost?.unit.rawValue ?? "", figure.cost?.meaning ?? "", figure.explanation,
            ]
        }
        return CSVText.lines([header] + rows)
    }

    private static func text(_ value: Double, _ unit: PublishedFigure.Unit) -> String {
        switch unit {
        case .metres: NumberText.exact(NumberText.micrometres(value))
        case .degrees, .pixels: NumberText.exact(NumberText.significant(value, digits: 9))
        case .none: NumberText.exact(value)
        }
    }
}
