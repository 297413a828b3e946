extension FigureTable {
    /// The table as Markdown, followed by notes, remarks and provenance.
    ///
    /// The caption is not part of it, because only the caller knows at which heading level it belongs.
    public func markdown() -> String {
        var text = markdownRows()
        if !notes.isEmpty {
            text += "\n" + notes.enumerated().map { "\($0 + 1). \(MarkdownText.escaped($1))\n" }.joined()
        }
        let below = remarks + provenance
        if !below.isEmpty { text += "\n" + below.map { "- \(MarkdownText.escaped($0))\n" }.joined() }
        return text
    }

    /// Header and rows alone.
    ///
    /// - Parameter showsEmptyBasis: whether a missing mean is followed by the number of its recordings, `– (0/3)`.
    package func markdownRows(showsEmptyBasis: Bool = false) -> String {
        let header = columns.map { MarkdownText.escaped($0.titleWithUnit) }
        let rule = columns.map { $0.isText ? "---" : "---:" }
        let cells = rows.map { row in row.map { Self.markdown($0, showsEmptyBasis: showsEmptyBasis) } }
        return ([header, rule] + cells).map { Self.markdownLine($0) + "\n" }.joined()
    }

    /// A line of cells that are Markdown already.
    package static func markdownLine(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func markdown(_ cell: Cell, showsEmptyBasis: Bool) -> String {
        let shown = cell.text.map { text in
            cell.isCode ? MarkdownText.code(text) : cell.value == nil ? MarkdownText.escaped(text) : text
        }
        let figure = shown ?? "–"
        let basis = showsEmptyBasis ? cell.partialBasisText : cell.basisText
        let parts = [cell.isBest ? "**\(figure)**" : figure, cell.intervalText, basis]
        return parts.compactMap(\.self).joined(separator: " ") + (cell.note.map { "<sup>\($0 + 1)</sup>" } ?? "")
    }
}
