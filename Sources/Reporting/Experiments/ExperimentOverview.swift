import Evaluation

/// A report that describes a whole experiment by means, without listing single runs.
package protocol ExperimentOverview: Sendable {
    /// The name of the experiment.
    var title: String { get }
    /// A sentence on the size of the experiment.
    var extent: String { get }
    /// The number of all runs.
    var runCount: Int { get }
    /// The names of the recordings without any result.
    var unmeasured: Set<String> { get }
    /// The origin of the results, one sentence per line.
    var provenance: [String] { get }
    /// The tables with their headings, most important first.
    var tables: [(heading: String, table: FigureTable)] { get }
    /// All means as one table for other programs.
    var figures: FigureTable { get }
    /// The plots of the HTML page.
    var pictures: [ReportFigure] { get }

    /// The report as JSON.
    func json() throws(ReportError) -> String
}

extension ExperimentOverview {
    package var pictures: [ReportFigure] { [] }

    package func json() throws(ReportError) -> String { try figures.json() }

    /// The formats in which an overview can be written. The other cases of `ReportFormat` are lists of single runs.
    package static var formats: [ReportFormat] { [.markdown, .csv, .json, .html, .latex] }

    /// The report as the content of a file.
    ///
    /// - Throws: `ReportError` for a format that lists single runs.
    package func text(format: ReportFormat) throws(ReportError) -> String {
        switch format {
        case .markdown:
            let sections = tables.map { heading, table in
                "## \(heading)\n\n" + (table.caption.isEmpty ? "" : "\(table.caption)\n\n") + table.markdown()
            }
            let origin = provenance.map { "- \(MarkdownText.escaped($0))\n" }.joined()
            return (["# \(MarkdownText.escaped(title))\n\n\(extent).\n"] + sections + [origin]).joined(separator: "\n")
        case .csv: return figures.csv()
        case .json: return try json()
        case .html:
            return TablePage.text(title: title, extent: extent, tables: tables, figures: pictures, origin: provenance)
        case .latex: return LaTeXDocument.text(comments: provenance, sections: tables.map { $0.table.latex() })
        case .junit, .summary, .githubBenchmark, .bencher, .jsonLines: throw .tooManyRuns(format, count: runCount)
        }
    }

    /// The first table, as text for a terminal.
    package func text(width: Int) -> String {
        guard let first = tables.first else { return "" }
        return "\(extent)\n\n\(first.heading)\n\(first.table.text(width: width))"
    }
}

extension Result where Success == PipelineRanking {
    /// The column of the mean ranks; none without a ranking.
    var rankColumns: [FigureTable.Column] {
        guard case .success = self else { return [] }
        return [FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter)]
    }

    /// The mean rank of the pipeline at an index, for the column of the mean ranks.
    func rankCells(_ pipeline: Int) -> [FigureTable.Cell] {
        guard case .success(let ranking) = self else { return [] }
        return [.figure(ranking.test.meanRanks[pipeline], decimals: 1)]
    }
}
