extension ExperimentSummary {
    /// The formats of a summary. The other formats list single runs.
    public static let formats: [ReportFormat] = [.markdown, .csv, .json, .html, .latex]

    private var runCount: Int { parts.filter { $0.tag == nil }.count * pipelines.count * recordingCount }

    /// A sentence on the size of the experiment.
    public var extent: String {
        "\(runCount) runs: \(pipelines.count) pipelines, \(recordingCount) recordings, "
            + "\(parts.filter { $0.tag == nil }.count) preparations"
    }

    /// The summary as the content of a file.
    ///
    /// - Throws: `ReportError` for a format that lists single runs.
    public func text(format: ReportFormat) throws(ReportError) -> String {
        switch format {
        case .markdown:
            let sections = tables.map { "## \($0.heading)\n\n\($0.table.caption)\n\n\($0.table.markdown())" }
            let origin = provenance.map { "- \(MarkdownText.escaped($0))\n" }.joined()
            return (["# \(MarkdownText.escaped(name))\n\n\(extent).\n"] + sections + [origin]).joined(separator: "\n")
        case .csv, .json: return try rows.text(format: format)
        case .html: return TablePage(title: name, extent: extent, tables: tables, origin: provenance).text
        case .latex: return LaTeXDocument.text(comments: provenance, sections: tables.map { $0.table.latex() })
        case .junit, .summary, .githubBenchmark, .bencher, .jsonLines: throw .tooManyRuns(format, count: runCount)
        }
    }

    /// The summary for a terminal: the table of all preparations, or the only one.
    public func text(width: Int) -> String {
        guard let first = tables.first else { return "" }
        return "\(extent)\n\n\(first.heading)\n\(first.table.text(width: width))"
    }
}
