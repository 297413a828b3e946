import Geodesy

/// `seeds.md`: figures that the described systems publish, the values from their own inputs, and the effect of the
/// difference.
struct MarkdownPublishedFigureReport: Sendable, Hashable {
    /// The command line that reproduces the report; nil when it is unknown.
    let command: String?

    /// Creates the report.
    init(command: String? = nil) { self.command = command }

    /// The page, with a line end after every line.
    func render() -> String {
        let figures = PublishedFigureCatalogue.figures
        var text = "# Distances, bearings and views published for the described systems\n"
        if let command { text += "\nRun it again:\n\n" + MarkdownText.codeBlock(command) }
        var table = FigureTable(
            text: ["figure", "quantity", "published"],
            figures: ["as a number", "correct", "geodesic"]
        )
        table.columns += ["verdict", "effect"].map { FigureTable.Column(key: $0, title: $0) }
        table.rows = figures.map { figure in
            let words = PublishedFigureText(figure: figure)
            return [
                .code(figure.name), .text(figure.quantity), .text(figure.printed),
                FigureTable.Cell(text: words.printed, value: figure.printedValue),
                FigureTable.Cell(text: words.value, value: figure.value),
                FigureTable.Cell(text: words.geodesic, value: figure.geodesic), .text(words.verdict),
                .text(words.cost),
            ]
        }
        let notes = figures.map { figure in
            "- `\(figure.name)`: \(MarkdownText.escaped(figure.explanation)) "
                + "(\(MarkdownText.escaped(PublishedFigureText(figure: figure).places)))\n"
        }
        return text + "\n" + table.markdownRows()
            + "\n\"Correct\" is the value of the correct formula for the stated inputs, \"geodesic\" the length of the "
            + "geodesic between the same points on WGS84.\n\n## Explanation of each figure\n\n" + notes.joined()
    }
}
