import Evaluation

extension ComparisonReport {
    private static let header = ["", "pipeline", "metric", "baseline", "candidate", "change", "rests on"]
    private static let mostRows = 200

    /// `comparison.md`, short enough for a comment on a pull request: what changed, and folded away what did not.
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
        parts += list("Measured no longer", lost)
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
        let rows = metrics.prefix(Self.mostRows).map { metric in
            [
                metric.isFailure ? "**\(ComparisonText.title(metric.verdict))**" : ComparisonText.title(metric.verdict),
                MarkdownText.escaped(metric.pipeline),
                MarkdownText.escaped(ComparisonText.name(metric)),
                ComparisonText.figure(metric.baseline, of: metric),
                ComparisonText.figure(metric.candidate, of: metric),
                metric.compared == 0 ? "–" : ComparisonText.change(metric.change),
                MarkdownText.escaped(basis(metric)),
            ]
        }
        let more = metrics.count - rows.count
        return MarkdownText.table(Self.header, numeric: 3..<6, rows: rows)
            + (more > 0 ? "\nand \(more) more\n" : "")
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
