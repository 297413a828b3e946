import Evaluation

/// `report.tex`: the content of `report.md` for pdfLaTeX, with tables to copy into a paper.
///
/// The tables use `booktabs` rules and `siunitx` columns, aligned at the decimal point. The best values are bold. The
/// 95 % bootstrap interval of a mean is printed below it.
struct LaTeXReport: Sendable, Hashable {
    /// The content of `report.tex`.
    func render(_ results: EvaluationResults) -> String {
        let tables = EvaluationTables(results)
        var sections = [Self.introduction(results)]
        if let means = tables.means { sections.append(means.latex()) }
        if var ranks = tables.ranking?.table {
            ranks.caption = "Mean ranks over recordings. \(RankingSection.explanation)"
            sections.append(ranks.latex())
        }
        if let sentences = tables.ranking?.sentences, !sentences.isEmpty {
            sections.append(Self.list("Ranking", sentences))
        }
        sections += tables.recordings.map { $0.latex() }
        if !tables.footnotes.isEmpty { sections.append(Self.notes(tables.footnotes)) }
        if !results.failed.isEmpty {
            sections.append(Self.list("Failed recordings", results.failed.map(\.error)))
        }
        sections += [
            FigureTable(metricsOf: results.runs).latexText(widths: ["0.22", "0.06", "0.2", "0.46"]),
            Self.pipelines(results.runs),
            Self.list("Tool and host", OriginText.lines(results)),
        ]
        return LaTeXDocument.text(comments: OriginText.lines(results), sections: sections)
    }

    private static func introduction(_ results: EvaluationResults) -> String {
        let recordings = RecordingGroup.groups(of: results.runs).count
        let text = "\\section*{Sextant evaluation}\nRecordings: \(recordings). Runs: \(results.runs.count).\n"
        guard let command = results.command else { return text }
        return text + "\nReproduce with:\n\n{\\ttfamily\\raggedright \(LaTeXText.breakable(command))\\par}\n"
    }

    private static func notes(_ notes: [Footnotes.Note]) -> String {
        let lines = notes.map { note in
            let metrics = note.metrics.map(\.name).joined(separator: ", ")
            let text = LaTeXText.breakable("\(metrics): \(note.text)\(note.runCount)")
            return "\\textsuperscript{\(note.number)}~\(text)\\par\n"
        }
        return "\\subsection*{Notes}\n" + lines.joined()
    }

    private static func list(_ title: String, _ items: [String]) -> String {
        "\\subsection*{\(LaTeXText.escaped(title))}\n" + items.map { "\(LaTeXText.breakable($0))\\par\n" }.joined()
    }

    private static func pipelines(_ runs: [EvaluationRun]) -> String {
        var table = FigureTable(text: ["pipeline", "parameters"], figures: [])
        for pipeline in runs.map(\.pipeline).distinct() { table.append([pipeline.name, pipeline.parameterText]) }
        return table.latexText(widths: ["0.4", "0.54"])
    }
}

/// A complete LaTeX file for pdfLaTeX.
package enum LaTeXDocument {
    /// The document class and the packages that the tables need.
    private static let preamble = """
        \\documentclass[a4paper,landscape]{article}
        \\usepackage[T1]{fontenc}
        \\usepackage[utf8]{inputenc}
        \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
        \\usepackage{textcomp}
        \\usepackage[margin=15mm]{geometry}
        \\usepackage{array}
        \\usepackage{booktabs}
        \\usepackage{longtable}
        \\usepackage{siunitx}
        \\sisetup{mode=match,reset-text-series=false,reset-text-family=false,table-align-text-after=false}
        \\AtBeginDocument{\\setlength{\\LTcapwidth}{0.95\\linewidth}}
        \\setlength{\\parindent}{0pt}
        \\pagestyle{plain}
        \\begin{document}

        """

    /// The content of the file.
    ///
    /// - Parameters:
    ///   - comments: lines that appear only in the source.
    ///   - sections: the body, as LaTeX.
    package static func text(comments: [String], sections: [String]) -> String {
        comments.map(LaTeXText.comment).joined() + preamble
            + sections.map { "\n" + $0 }.joined() + "\n\\end{document}\n"
    }
}
