import Evaluation

extension ComparisonReport {
    private static let mostRows = 200

    /// The content of `comparison.md`, short enough for a comment on a pull request.
    ///
    /// It shows the figures that changed; a folded section contains all other figures.
    public func markdown() -> String {
        var parts = ["# Sextant comparison\n", "**\(MarkdownText.escaped(headline))**\n"]
        let changed = ComparisonText.order.filter { $0 != .same }
            .flatMap { verdict in comparison.metrics.filter { $0.verdict == verdict } }
        let same = comparison.metrics.filter { $0.verdict == .same }
        if !changed.isEmpty { parts.append(table(changed)) }
        let lost = comparison.metrics.flatMap { metric in
            metric.runs.filter { $0.verdict == .lost }.map { run in
                "\(metric.pipeline), \(metric.metric.rawValue), \(run.recording): \(run.reason ?? "no reason given")"
            }
        }
        parts += list("No longer measured", lost)
        parts += list("Runs missing in the candidate", comparison.missing.map(ComparisonText.single))
        parts += list("Runs only in the candidate", comparison.added.map(ComparisonText.single))
        if !same.isEmpty {
            let count = "\(same.count) \(same.count == 1 ? "figure is" : "figures are") the same"
            parts.append("<details><summary>\(count)</summary>\n\n\(table(same))\n</details>\n")
        }
        let sides = [("baseline", baseline), ("candidate", candidate)].map { "\($0.0): \(ComparisonText.side($0.1))" }
        let below =
            sides + ComparisonText.basis(self).map { "compared: \($0)" } + ComparisonText.remarks(self)
        parts.append(below.map { "- \(MarkdownText.escaped($0))\n" }.joined())
        return parts.joined(separator: "\n")
    }

    private func table(_ metrics: [MetricComparison]) -> String {
        let titles = ["baseline", "candidate", "change"]
        var table = FigureTable(text: ["", "pipeline", "metric"], figures: titles)
        table.columns.append(FigureTable.Column(key: "basis", title: "evidence"))
        table.rows = metrics.prefix(Self.mostRows).map { metric in
            let verdict = FigureTable.Cell(text: ComparisonText.title(metric.verdict), isBest: metric.isFailure)
            let figures = [metric.baseline, metric.candidate].map { figure in
                FigureTable.Cell(text: ComparisonText.figure(figure, of: metric), value: figure)
            }
            let change = metric.compared == 0 ? "–" : ComparisonText.change(metric.change)
            return [verdict, .text(metric.pipeline), .text(ComparisonText.name(metric))] + figures
                + [FigureTable.Cell(text: change, value: metric.change ?? 0), .text(basis(metric))]
        }
        let more = metrics.count - table.rows.count
        return table.markdownRows() + (more > 0 ? "\nand \(more) more\n" : "")
    }

    private func basis(_ metric: MetricComparison) -> String {
        let worst = metric.compared > 1 ? metric.worstRuns.first : nil
        let run = worst.map { "most over \($0.recording): \(ComparisonText.change($0))" }
        return [ComparisonText.basis(metric), run].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func list(_ title: String, _ items: [String]) -> [String] {
        guard !items.isEmpty else { return [] }
        let more = items.count - Self.mostRows
        let lines = items.prefix(Self.mostRows).map { "- \(MarkdownText.escaped($0))\n" }.joined()
        return ["\(title):\n\n\(lines)" + (more > 0 ? "- and \(more) more\n" : "")]
    }
}
