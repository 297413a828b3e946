public import Evaluation
import Geodesy

/// The report table of figures that the seed documents print.
public struct SeedFigureTable: Sendable {
    public let selection: PublishedFigureSelection

    /// Rounding differs between mathematical libraries by less.
    private static let tolerance = TableTolerance.relative(1e-9)
    /// A `Double` has no more.
    private static let mostDigits = 15

    public init(_ selection: PublishedFigureSelection) { self.selection = selection }

    /// A row per figure.
    public func table() -> ReportTable {
        let columns: [(key: String, title: String, isNumeric: Bool)] = [
            ("figure", "figure", false), ("quantity", "what", false), ("printed", "printed", false),
            ("unit", "unit", false), ("printed_value", "as a number", true), ("right", "right", true),
            ("geodesic_m", "geodesic (m)", true), ("verdict", "verdict", false), ("costs", "costs", false),
        ]
        return ReportTable(
            columns: columns.map { ReportTable.Column(key: $0.key, title: $0.title, isNumeric: $0.isNumeric) },
            keyCount: 1,
            rows: figures.map(Self.row)
        )
    }

    /// How each figure came about, and where it stands.
    public var legend: [(name: String, meaning: String)] {
        figures.map { figure in
            let text = "\(figure.explanation) (\(SeedFigureText(figure: figure).places))"
            return (figure.name, MarkdownText.escaped(text))
        }
    }

    private var figures: [PublishedFigure] {
        switch selection {
        case .all: PublishedFigureCatalogue.figures
        case .wrong: PublishedFigureCatalogue.figures.filter { !$0.isCorrect }
        case .named(let names): names.compactMap(PublishedFigureCatalogue.figure(named:))
        }
    }

    private static func row(_ figure: PublishedFigure) -> [TableCell] {
        let text = SeedFigureText(figure: figure)
        let digits = TableNumberForm.digits(text.tellingDigits ?? mostDigits)
        func number(_ value: Double) -> TableCell { .number(TableNumber(value, digits, tolerance: tolerance)) }
        return [
            .code(figure.name), .text(figure.quantity), .text(figure.printed), .text(figure.unit.rawValue),
            number(figure.printedValue), number(figure.value), figure.geodesic.map(number) ?? .text(""),
            .text(text.verdict), .text(text.cost),
        ]
    }
}
