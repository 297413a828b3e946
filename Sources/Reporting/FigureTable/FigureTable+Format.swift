extension FigureTable {
    /// The content of a file of that format, on its own: caption, table, notes, remarks.
    ///
    /// - Throws: ``ReportError/noTable(_:)`` for a format that is not for tables.
    public func text(format: ReportFormat) throws(ReportError) -> String {
        switch format {
        case .markdown: (caption.isEmpty ? "" : MarkdownText.escaped(caption) + "\n\n") + markdown()
        case .csv: csv()
        case .json: try json()
        case .latex: LaTeXDocument.text(comments: provenance, sections: [latex()])
        case .html, .junit, .summary, .githubBenchmark, .bencher: throw .noTable(format)
        }
    }
}
