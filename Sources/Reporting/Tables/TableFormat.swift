import Evaluation

/// A form in which report tables are committed: how its rows are written and taken apart again.
public enum TableFormat: String, Sendable, Hashable, CaseIterable {
    case markdown = "md"
    case csv

    /// The file's name in the table's folder.
    public var fileName: String { "table.\(rawValue)" }

    /// A row of cells as a line, without its end.
    func line(_ cells: [String]) -> String {
        switch self {
        case .markdown: "| " + cells.joined(separator: " | ") + " |"
        case .csv: cells.map(CSVText.quoted).joined(separator: ",")
        }
    }

    func text(_ cell: TableCell) -> String {
        switch (self, cell) {
        case (.markdown, .text(let text)): MarkdownText.escaped(text)
        // A bar would end the cell even within a span of code.
        case (.markdown, .code(let text)): text.contains("|") ? MarkdownText.escaped(text) : "`\(text)`"
        case (.markdown, .number(let number)): TableText(shown: number).text
        case (.markdown, .missing): "–"
        case (.csv, .text(let text)), (.csv, .code(let text)): CSVText.words(text)
        case (.csv, .number(let number)): TableText(exact: number).text
        case (.csv, .missing): ""
        }
    }

    /// Whether a committed text stands for the cell, by its tolerance.
    func allows(_ committed: String, for cell: TableCell) -> Bool {
        guard case .number(let number) = cell else { return committed == text(cell) }
        return (self == .markdown ? TableText(shown: number) : TableText(exact: number)).allows(committed)
    }

    /// The cells of a line; nil for one that is no row.
    func cells(of line: Substring) -> [String]? {
        switch self {
        case .markdown:
            guard line.hasPrefix("| "), line.hasSuffix(" |"), line.count >= 4 else { return nil }
            return Self.parts(of: line.dropFirst(2).dropLast(2), separator: " | ")
        case .csv: return Self.fields(of: line)
        }
    }

    /// An escaped bar has no blank in front of it, so it parts nothing.
    private static func parts(of line: Substring, separator: String) -> [String] {
        line.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    private static func fields(of line: Substring) -> [String] {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        for character in line {
            switch character {
            case "\"":
                // The second of two quotes inside quotes is one.
                if !isQuoted, field.isEmpty == false { field.append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted:
                fields.append(field)
                field = ""
            default: field.append(character)
            }
        }
        return fields + [field]
    }
}
