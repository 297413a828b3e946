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
            let explanation = [figure.explanation, figure.doubt].compactMap { $0 }.joined(separator: " ")
            return (figure.name, MarkdownText.escaped("\(explanation) (\(figure.citation))"))
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
        let digits = TableNumberForm.digits(figure.distinctDigits)
        func number(_ value: Double) -> TableCell { .number(TableNumber(value, digits, tolerance: tolerance)) }
        return [
            .code(figure.name), .text(figure.quantity), .text(figure.printed), .text(figure.unit.rawValue),
            number(figure.printedValue), number(figure.value), figure.geodesic.map(number) ?? .text(""),
            .text(figure.verdict), .text(figure.effect),
        ]
    }
}

extension PublishedFigure {
    /// The number of significant digits of a correct number, and the maximum that a `Double` distinguishes.
    private static let digits = (correct: 7, maximum: 15)

    /// The number of significant digits with which a wrong number differs visibly from the correct one, at most 15.
    fileprivate var distinctDigits: Int {
        guard !isCorrect else { return Self.digits.correct }
        let counts = Self.digits.correct...Self.digits.maximum
        return counts.first { Self.text(printedValue, $0) != Self.text(value, $0) } ?? Self.digits.maximum
    }

    /// The verdict: `correct`, `wrong`, or `undecided` for a number with a doubt.
    fileprivate var verdict: String { doubt != nil ? "undecided" : isCorrect ? "correct" : "wrong" }

    /// The effect of an incorrect number on a user, or an empty string for a correct number.
    fileprivate var effect: String {
        guard let cost else { return "" }
        let space = cost.unit == .metres || cost.unit == .pixels ? " " : ""
        return "\(Self.text(cost.amount, 2))\(space)\(cost.unit.rawValue) \(cost.meaning)"
    }

    private static func text(_ value: Double, _ digits: Int) -> String {
        NumberText.exact(NumberText.significant(value, digits: digits))
    }
}
