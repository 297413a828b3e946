public import Evaluation

/// A report table as one of its committed files.
public struct TableDocument: Sendable {
    enum Line: Sendable {
        case text(String)
        case row([TableCell])
    }

    public let format: TableFormat
    let columns: [ReportTable.Column]
    let keyCount: Int
    let lines: [Line]

    public init(_ made: GeneratedTable, _ format: TableFormat) {
        self.format = format
        columns = made.table.columns
        keyCount = made.table.keyCount
        let rows = made.table.rows.map(Line.row)
        switch format {
        case .csv: lines = [.text(format.line(columns.map(\.key)))] + rows
        case .markdown: lines = Self.above(made) + rows + Self.below(made)
        }
    }

    /// The file's content, with a line end behind every line.
    public var text: String { lines.map { text(of: $0) + "\n" }.joined() }

    func text(of line: Line) -> String {
        switch line {
        case .text(let text): text
        case .row(let cells): format.line(cells.map(format.text))
        }
    }

    private static func above(_ made: GeneratedTable) -> [Line] {
        let definition = made.definition
        var texts = ["# \(MarkdownText.escaped(definition.title))", ""]
        for paragraph in definition.caption + made.summary { texts += [paragraph, ""] }
        if let reason = definition.uncheckedBecause {
            texts += ["`sextant tables --check` leaves this table out: \(reason).", ""]
        }
        let format = TableFormat.markdown
        texts.append(format.line(made.table.columns.map { MarkdownText.escaped($0.title) }))
        texts.append(format.line(made.table.columns.map { $0.isNumeric ? "---:" : "---" }))
        return texts.map(Line.text)
    }

    private static func below(_ made: GeneratedTable) -> [Line] {
        let definition = made.definition
        var texts = made.table.findings.isEmpty ? [] : ["", "What the rows show:", ""]
        texts += made.table.findings.map { "- \(MarkdownText.escaped($0))" }
        texts += made.table.notes.isEmpty ? [] : ["", "Without a figure, because not every run has one:", ""]
        texts += made.table.notes.map { "- \(MarkdownText.escaped($0))" }
        texts += made.legend.isEmpty ? [] : ["", "What the columns and names mean:", ""]
        texts += made.legend.map { "- \(MarkdownText.escaped($0.name)): \($0.meaning)" }
        texts += made.inputs.isEmpty ? [] : ["", "Made from:", ""]
        texts += made.inputs.map { "- \(MarkdownText.escaped($0))" }
        if let data = definition.data {
            let page = "[\(data.page)](../../\(data.page))"
            texts += ["", "Data: \(MarkdownText.escaped(data.name)), <\(data.from)>, \(data.licence); see \(page)."]
        }
        if let source = definition.mirrors { texts += ["", "After: \(source)."] }
        texts += ["", "Made again by `sextant tables \(definition.name)`."]
        return texts.map(Line.text)
    }
}
