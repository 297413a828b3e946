import Evaluation
import Experiments
import Recordings
import Reporting
import SensorModel

/// The report table of the numbers that the documents of the described systems print.
struct PublishedFigureTable: TableContent {
    static let kind = "seed-figures"
    static let program = Study.program

    /// The selection of the numbers that the table contains.
    enum Selection: Sendable, Hashable {
        /// All numbers.
        case all
        /// The numbers that differ from the values computed from their printed inputs, except numbers with a doubt.
        case wrong
        /// The numbers with these names.
        case named([String])
    }

    /// The numbers in the table.
    let selection: Selection

    /// The relative tolerance, which covers rounding differences between mathematical libraries.
    private static let tolerance = TableTolerance.relative(1e-9)
    /// The maximum number of decimal digits that a `Double` distinguishes.
    private static let maximumDigits = 15

    /// Reads `all`, `wrong` or a list of names.
    init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        guard value.isList else {
            selection = try value.choice(Self.kind, ["all": .all, "wrong": .wrong])
            return
        }
        selection = .named(
            try value.items(Self.kind).map { item throws(InputError) in
                let name = try item.text("a figure")
                guard PublishedFigureCatalogue.figure(named: name) == nil else { return name }
                throw item.error(
                    message: "the table seed-figures has no figure '\(name)'",
                    advice: NearestName.hint(for: name, among: PublishedFigureCatalogue.figures.map(\.name))
                )
            }
        )
    }

    func make(_ definition: TableDefinition, in context: TableContext) -> GeneratedTable {
        GeneratedTable(definition, table: table(), inputs: [], legend: legend)
    }

    /// Returns the table, with one row per number.
    func table() -> ReportTable {
        let columns: [(key: String, title: String, isNumeric: Bool)] = [
            ("figure", "figure", false), ("quantity", "quantity", false), ("printed", "published", false),
            ("unit", "unit", false), ("printed_value", "as a number", true), ("correct_value", "correct", true),
            ("geodesic_m", "geodesic (m)", true), ("verdict", "verdict", false), ("effect", "effect", false),
        ]
        return ReportTable(
            columns: columns.map { ReportTable.Column(key: $0.key, title: $0.title, isNumeric: $0.isNumeric) },
            keyCount: 1,
            rows: figures.map(Self.row)
        )
    }

    /// The explanation and the source of each number.
    var legend: [(name: String, meaning: String)] {
        figures.map { figure in
            let text = PublishedFigureText(figure: figure)
            return (figure.name, MarkdownText.escaped("\(text.explanation) (\(text.places))"))
        }
    }

    private var figures: [PublishedFigure] {
        switch selection {
        case .all: PublishedFigureCatalogue.figures
        case .wrong: PublishedFigureCatalogue.figures.filter { !$0.isCorrect && $0.doubt == nil }
        case .named(let names): names.compactMap(PublishedFigureCatalogue.figure(named:))
        }
    }

    private static func row(_ figure: PublishedFigure) -> [TableCell] {
        let text = PublishedFigureText(figure: figure)
        let digits = TableNumberForm.digits(text.distinctDigits ?? maximumDigits)
        func number(_ value: Double) -> TableCell { .number(TableNumber(value, digits, tolerance: tolerance)) }
        return [
            .code(figure.name), .text(figure.quantity), .text(figure.printed), .text(figure.unit.rawValue),
            number(figure.printedValue), number(figure.value), figure.geodesic.map(number) ?? .text(""),
            .text(text.verdict), .text(text.cost),
        ]
    }
}
