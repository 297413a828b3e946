public import Evaluation

/// `report.tex`: what `report.md` says, for pdfLaTeX, with tables to take out for a paper.
///
/// `booktabs` rules and `siunitx` columns, aligned at the point. Best figures are bold; below a mean stands its 95 %
/// bootstrap interval.
public struct LaTeXReport: Sendable, Hashable {
    public init() {}

    /// The file's content.
    public func render(_ results: EvaluationResults) -> String {
        let tables = EvaluationTables(results)
        var sections = [Self.introduction(results)]
        if let means = tables.means { sections.append(means.latex()) }
        if let ranks = tables.ranks { sections.append(ranks.latex()) }
        if !tables.verdicts.isEmpty { sections.append(Self.list("Ranking", tables.verdicts)) }
        sections += tables.recordings.map { $0.latex() }
        if !tables.footnotes.isEmpty { sections.append(Self.notes(tables.footnotes)) }
        if !results.failed.isEmpty {
            sections.append(Self.list("Recordings left out", results.failed.map(\.error)))
        }
        sections += [Self.metrics, Self.pipelines(results.runs), Self.list("Tool and host", OriginText.lines(results))]
        return LaTeXDocument.text(comments: OriginText.lines(results), sections: sections)
    }

    private static func introduction(_ results: EvaluationResults) -> String {
        let recordings = RecordingGroup.groups(of: results.runs).count
        let text = "\\section*{Sextant evaluation}\nRecordings: \(recordings). Runs: \(results.runs.count).\n"
        guard let command = results.command else { return text }
        return text + "\nRun it again:\n\n{\\ttfamily\\raggedright \(LaTeXText.breakable(command))\\par}\n"
    }

    private static func notes(_ notes: [Footnotes.Note]) -> String {
        let lines = notes.map { note in
            let metrics = note.metrics.map(\.rawValue).joined(separator: ", ")
            let runs = note.runs.map { " (\($0) \($0 == 1 ? "run" : "runs"))" } ?? ""
            return "\\textsuperscript{\(note.number)}~\(LaTeXText.breakable("\(metrics): \(note.text)\(runs)"))\\par\n"
        }
        return "\\subsection*{Notes}\n" + lines.joined()
    }

    private static func list(_ title: String, _ items: [String]) -> String {
        "\\subsection*{\(LaTeXText.escaped(title))}\n" + items.map { "\(LaTeXText.breakable($0))\\par\n" }.joined()
    }

    private static var metrics: String {
        let rows = MetricCatalogue.metrics.map { metric in
            [metric.name.rawValue, metric.unit, metric.polarity.rawValue, metric.summary]
        }
        return words(["metric", "unit", "", "meaning"], widths: ["0.22", "0.06", "0.2", "0.46"], rows)
    }

    private static func pipelines(_ runs: [EvaluationRun]) -> String {
        let rows = runs.map(\.pipeline).distinct().map { pipeline in
            let parameters = pipeline.parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.text)" }
            return [pipeline.name, parameters.isEmpty ? "none" : parameters.joined(separator: ", ")]
        }
        return words(["pipeline", "parameters"], widths: ["0.4", "0.54"], rows)
    }

    /// A table of words.
    private static func words(_ header: [String], widths: [String], _ rows: [[String]]) -> String {
        let format = widths.map { ">{\\raggedright\\arraybackslash}p{\($0)\\linewidth}" }.joined(separator: "\n  ")
        let lines = ([header] + rows).map { row in
            row.map(LaTeXText.breakable).joined(separator: " & ") + " \\\\\n"
        }
        return "\\begin{longtable}{\(format)}\n\\toprule\n\(lines[0])\\midrule\n\\endhead\n"
            + "\\bottomrule\n\\endlastfoot\n" + lines.dropFirst().joined() + "\\end{longtable}\n"
    }
}
