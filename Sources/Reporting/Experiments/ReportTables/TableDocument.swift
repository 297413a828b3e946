import Evaluation
public import Experiments
import Foundation
import SensorModel

/// The content of one of the files in which a report table is committed.
public struct TableDocument: Sendable {
    enum Line: Sendable {
        case text(String)
        case row([TableCell])
    }

    /// The format of the file.
    public let format: TableFormat
    let columns: [ReportTable.Column]
    let keyCount: Int
    let lines: [Line]

    /// Creates the content of a report table's file in the given format.
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

    /// The content of the file, which contains one report table. Every line has a line end.
    public var text: String { lines.map { text(of: $0) + "\n" }.joined() }

    func text(of line: Line) -> String {
        switch line {
        case .text(let text): text
        case .row(let cells): format.line(cells.map(format.text))
        }
    }

    /// The beginning of the last line of a report table's page.
    private static let regeneration = "Regenerate this table with "

    /// Returns whether a file is the Markdown page of a report table. The last line of such a page tells how to
    /// regenerate it.
    public static func isOwn(_ path: String) -> Bool {
        guard let page = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        guard let last = page.split(separator: "\n").last else { return false }
        return last.hasPrefix(regeneration + "`") && last.contains(" tables ")
    }

    private static func above(_ made: GeneratedTable) -> [Line] {
        let definition = made.definition
        var texts = ["# \(MarkdownText.escaped(definition.title))", ""]
        for paragraph in definition.caption + made.summary { texts += [OutsideText.lines(paragraph), ""] }
        if let reason = definition.uncheckedBecause {
            texts += ["`sextant tables --check` does not check this table: \(reason).", ""]
        }
        let header = FigureTable(
            columns: made.table.columns.map { column in
                FigureTable.Column(
                    key: column.key,
                    title: column.title,
                    polarity: column.isNumeric ? .neutral : nil
                )
            }
        )
        texts += header.markdownRows().split(separator: "\n").map(String.init)
        return texts.map(Line.text)
    }

    private static func below(_ made: GeneratedTable) -> [Line] {
        let definition = made.definition
        var texts = made.table.findings.isEmpty ? [] : ["", "Findings:", ""]
        texts += made.table.findings.map { "- \(MarkdownText.escaped($0))" }
        texts += made.table.notes.isEmpty ? [] : ["", "Missing values:", ""]
        texts += made.table.notes.map { "- \(MarkdownText.escaped($0))" }
        texts += made.legend.isEmpty ? [] : ["", "Columns and names:", ""]
        texts += made.legend.map { "- \(MarkdownText.escaped($0.name)): \($0.meaning)" }
        texts += made.inputs.isEmpty ? [] : ["", "Inputs:", ""]
        texts += made.inputs.map { "- \(MarkdownText.escaped($0))" }
        if let data = definition.data {
            let page = "[\(data.page)](../../\(data.page))"
            texts += ["", "Data: \(MarkdownText.escaped(data.name)), <\(data.from)>, \(data.licence); see \(page)."]
        }
        if let source = definition.mirrors { texts += ["", "After: \(source)."] }
        texts += ["", regeneration + "`\(definition.command)`."]
        return texts.map(Line.text)
    }
}
