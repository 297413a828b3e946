import Evaluation

extension FigureTable {
    /// As Markdown: the table, and below it notes, remarks and provenance. The caption is left to whoever knows its level.
    public func markdown() -> String {
        let header = columns.map { MarkdownText.escaped($0.titleWithUnit) }
        let numeric = columns.map { !$0.isWords }
        let cells = rows.map { $0.map(Self.markdown) }
        var text = MarkdownText.table(header, numeric: numeric, rows: cells)
        if !notes.isEmpty {
            text += "\n" + notes.enumerated().map { "\($0 + 1). \(MarkdownText.escaped($1))\n" }.joined()
        }
        let below = remarks + provenance
        if !below.isEmpty { text += "\n" + below.map { "- \(MarkdownText.escaped($0))\n" }.joined() }
        return text
    }

    private static func markdown(_ cell: Cell) -> String {
        let shown = cell.text.map { cell.value == nil ? MarkdownText.escaped($0) : $0 } ?? "–"
        let parts = [cell.isBest ? "**\(shown)**" : shown, cell.intervalText, cell.basisText]
        return parts.compactMap(\.self).joined(separator: " ") + (cell.note.map { "<sup>\($0 + 1)</sup>" } ?? "")
    }

    /// As CSV: all digits of the figures; behind a column with intervals `…_lower` and `…_upper`, behind one with means
    /// `…_count`. What there is none of is an empty field. Words never look like a formula.
    public func csv() -> String {
        let extras = columns.indices.map { column in
            (
                hasIntervals: rows.contains { $0[column].interval != nil },
                hasCounts: rows.contains { $0[column].count != nil }
            )
        }
        let header = zip(columns, extras).flatMap { column, extras in
            [column.key] + (extras.hasIntervals ? ["\(column.key)_lower", "\(column.key)_upper"] : [])
                + (extras.hasCounts ? ["\(column.key)_count"] : [])
        }
        let fields = rows.map { row in
            zip(row, extras).flatMap { cell, extras in
                let value = cell.value.map(NumberText.exact) ?? CSVText.words(cell.text ?? "")
                let limits = [cell.interval?.lower, cell.interval?.upper].map { $0.map(NumberText.exact) ?? "" }
                return [value] + (extras.hasIntervals ? limits : [])
                    + (extras.hasCounts ? [cell.count.map(String.init) ?? ""] : [])
            }
        }
        return CSVText.lines([header.map(CSVText.words)] + fields)
    }

    /// For a terminal: no line is wider than that, unless a single column is. Columns that do not fit go below.
    public func text(width: Int) -> String {
        var lines = caption.isEmpty ? [] : TextWrapping.lines(caption, width: width, indent: 2)
        let words = columns.indices.filter { columns[$0].isWords }
        let figures = columns.indices.filter { !columns[$0].isWords }
        let table = NarrowTable(
            name: words.map { columns[$0].title.withoutControlCharacters }.joined(separator: " · "),
            titles: figures.map { columns[$0].title.withoutControlCharacters },
            units: figures.map { columns[$0].shownUnit },
            width: width
        )
        let named = rows.map { row in
            let name = words.map { row[$0].text ?? "–" }.joined(separator: " · ")
            return (TextWrapping.shortened(name, width: max(3, width / 2)), figures.map { Self.plain(row[$0]) })
        }
        lines += table.lines(named) { $0 }
        lines += notes.enumerated().flatMap { index, note in
            TextWrapping.lines("\(Footnotes.mark(index + 1)) \(note)", width: width, indent: 2)
        }
        lines += remarks.flatMap { TextWrapping.lines($0, width: width, indent: 2) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func plain(_ cell: Cell) -> String {
        let shown = (cell.text ?? "–").withoutControlCharacters
        let parts = [shown + (cell.isBest ? "*" : ""), cell.intervalText, cell.basisText]
        return parts.compactMap(\.self).joined(separator: " ") + (cell.note.map { Footnotes.mark($0 + 1) } ?? "")
    }
}
