import Geodesy

/// `seeds.csv`: a row per figure that the seeds print. What there is none of is an empty field.
public struct SeedsCSVReport: Sendable, Hashable {
    public init() {}

    /// The report, header line first.
    public func render() -> String {
        let header = [
            "name", "document", "section", "quantity", "printed", "printed_value", "value", "unit", "is_right",
            "geodesic_m",
            "cost", "cost_unit", "cost_meaning", "explanation",
        ]
        let rows = SeedFigureCatalogue.figures.map { figure in
            [
                figure.name, figure.places.map(\.document).joined(separator: "; "),
                figure.places.map(\.section).joined(separator: "; "), figure.quantity, figure.printed,
                NumberText.exact(figure.printedValue), NumberText.exact(figure.value), figure.unit.rawValue,
                String(figure.isRight), figure.geodesic.map(NumberText.exact) ?? "",
                figure.cost.map { NumberText.exact($0.amount) } ?? "", figure.cost?.unit.rawValue ?? "",
                figure.cost?.meaning ?? "", figure.explanation,
            ]
        }
        return ([header] + rows).map { $0.map(CSVReport.quoted).joined(separator: ",") + "\n" }.joined()
    }
}
