import Geodesy

/// The figures that the seeds print, as text for a terminal: a table of all, then what is wrong with some.
public struct TerminalSeedReport: Sendable, Hashable {
    /// No line takes more columns than this, but at least 60.
    public let width: Int
    public let colour: Bool

    public init(width: Int = 80, colour: Bool = false) {
        self.width = max(width, TerminalReport.leastWidth)
        self.colour = colour
    }

    /// The report, with a line end behind every line.
    public func render() -> String {
        let style = TerminalStyle(isColoured: colour)
        let figures = PublishedFigureCatalogue.figures
        let wrong = figures.filter { !$0.isCorrect }
        let title =
            "\(figures.count) figures about distances, bearings and views in the described systems; "
            + "\(wrong.count) of them are not what their own inputs give (!)."
        let rows = figures.map { figure in
            let text = SeedFigureText(figure: figure)
            return (figure.name, [text.printed + (figure.isCorrect ? " " : "!"), text.value, text.geodesic])
        }
        let table = NarrowTable(
            name: "figure",
            titles: ["printed ", "right", "geodesic"],
            units: ["", "", ""],
            width: width
        )
        let lines =
            TextWrapping.lines(title, width: width).map(style.heading) + [""]
            + table.lines(rows, header: style.quiet)
            + wrong.flatMap { [""] + explanation(of: $0, style) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func explanation(of figure: PublishedFigure, _ style: TerminalStyle) -> [String] {
        let text = SeedFigureText(figure: figure)
        let entries = [
            ("what", figure.quantity), ("printed", figure.printed), ("why", figure.explanation), ("costs", text.cost),
            ("where", text.places),
        ]
        return [style.heading(figure.name)]
            + entries.flatMap { name, words in
                TextWrapping.lines("  " + name.rightPadded(to: 9) + words, width: width, indent: 11)
            }
    }
}
