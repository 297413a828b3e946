import Geodesy

/// `seeds.md`: the figures that the seeds print, what their own inputs give, and what the difference costs.
public struct MarkdownSeedReport: Sendable, Hashable {
    /// The command line that makes the same report again; nil where there is none.
    public let command: String?

    public init(command: String? = nil) { self.command = command }

    /// The page, with a line end behind every line.
    public func render() -> String {
        let figures = PublishedFigureCatalogue.figures
        var text = "# What the described systems print about distances, bearings and views\n"
        if let command { text += "\nRun it again:\n\n" + MarkdownText.codeBlock(command) }
        let header = ["figure", "what", "printed", "as a number", "right", "geodesic", "verdict", "costs"]
        let rows = figures.map { figure in
            let words = SeedFigureText(figure: figure)
            return [
                "`\(figure.name)`", MarkdownText.escaped(figure.quantity), MarkdownText.escaped(figure.printed),
                words.printed, words.value, words.geodesic, words.verdict, MarkdownText.escaped(words.cost),
            ]
        }
        let notes = figures.map { figure in
            "- `\(figure.name)`: \(MarkdownText.escaped(figure.explanation)) "
                + "(\(MarkdownText.escaped(SeedFigureText(figure: figure).places)))\n"
        }
        return text + "\n" + MarkdownText.table(header, numeric: 3..<6, rows: rows)
            + "\n\"Right\" is what the stated inputs give by the right form, \"geodesic\" the length of the geodesic between "
            + "the same points on WGS84.\n\n## How each came about\n\n" + notes.joined()
    }
}
