import Geodesy

/// The published figures of the described systems for a terminal: a table, and an explanation of each wrong figure.
public struct TerminalPublishedFigureReport: Sendable, Hashable {
    /// The maximum width of a line, in columns; at least 60.
    public let width: Int
    /// Whether colour adds emphasis.
    public let colour: Bool

    /// Creates a report for a terminal.
    public init(width: Int = 80, colour: Bool = false) {
        self.width = max(width, TerminalReport.leastWidth)
        self.colour = colour
    }

    /// The report, with a line end after every line.
    public func render() -> String {
        let style = TerminalStyle(isColoured: colour)
        let figures = PublishedFigureCatalogue.figures
        let wrong = figures.filter { !$0.isCorrect }
        let title =
            "\(figures.count) figures about distances, bearings and views in the described systems; "
            + "\(wrong.count) of them do not follow from their own inputs (!)."
        var table = FigureTable(text: ["figure"], figures: ["published ", "correct", "geodesic"])
        for figure in figures {
            let text = PublishedFigureText(figure: figure)
            table.append([figure.name, text.printed + (figure.isCorrect ? " " : "!"), text.value, text.geodesic])
        }
        let lines =
            TextWrapping.lines(title, width: width).map(style.heading) + [""]
            + TerminalTable.lines(table, layout: TerminalTable.Layout(width: width, style: style))
            + wrong.flatMap { [""] + explanation(of: $0, style) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func explanation(of figure: PublishedFigure, _ style: TerminalStyle) -> [String] {
        let text = PublishedFigureText(figure: figure)
        let entries = [
            ("quantity", figure.quantity), ("published", figure.printed), ("why", figure.explanation),
            ("effect", text.cost), ("source", text.places),
        ]
        return [style.heading(figure.name)]
            + entries.flatMap { name, words in
                TextWrapping.lines("  " + name.rightPadded(to: 11) + words, width: width, indent: 13)
            }
    }
}
