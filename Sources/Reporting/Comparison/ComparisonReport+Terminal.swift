import Evaluation

extension ComparisonReport {
    /// The maximum number of runs that are listed below a metric that became worse.
    private static let maximumRuns = 3
    /// The maximum number of listed runs that exist only in the baseline. The runs that exist only in the candidate
    /// have the same limit.
    private static let maximumSingles = 10

    /// The report for a terminal, with a line end after every line.
    ///
    /// No line is wider than `width`, unless a single name is wider.
    public func text(width: Int = 80, colour: Bool = false) -> String {
        let width = max(width, TerminalReport.minimumWidth)
        let style = TerminalStyle(isColoured: colour)
        var lines = Self.named("baseline", [ComparisonText.side(baseline)], width)
        lines += Self.named("candidate", [ComparisonText.side(candidate)], width)
        lines += Self.named("compared", ComparisonText.basis(self), width)
        lines += [""] + TextWrapping.lines(headline, width: width, indent: 2).map(style.heading)
        for verdict in ComparisonText.order where verdict != .same {
            let metrics = comparison.metrics.filter { $0.verdict == verdict }
            guard !metrics.isEmpty else { continue }
            lines += ["", style.heading(ComparisonText.title(verdict))] + section(metrics, width)
        }
        lines += singles("missing in the candidate", comparison.missing, style, width)
        lines += singles("only in the candidate", comparison.added, style, width)
        let remarks = ComparisonText.remarks(self)
        if !remarks.isEmpty { lines.append("") }
        lines += remarks.flatMap { TextWrapping.lines($0, width: width, indent: 2) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The verdict in one line, such as `FAILED: 2 values are worse; 12 the same`.
    var headline: String {
        var passing: [MetricComparison.Verdict] = [.better, .same]
        if undecided == .pass { passing.insert(.cannotTell, at: 0) }
        let counts = ComparisonText.counts(comparison, of: passing)
        let parts = [failures.joined(separator: ", "), counts].filter { !$0.isEmpty }
        return (failures.isEmpty ? "PASSED: " : "FAILED: ") + parts.joined(separator: "; ")
    }

    private static func named(_ name: String, _ texts: [String], _ width: Int) -> [String] {
        let indent = 11
        return texts.enumerated().flatMap { index, text in
            TextWrapping.lines(
                (index == 0 ? name : "").rightPadded(to: indent) + text,
                width: width,
                indent: indent
            )
        }
    }

    private typealias Row = (name: String, baseline: String, candidate: String, change: String, remark: String)

    private func section(_ metrics: [MetricComparison], _ width: Int) -> [String] {
        var lines: [String] = []
        var pipeline: String?
        let all = metrics.map { ($0, rows($0)) }
        let nameWidth = all.flatMap(\.1).map { DisplayWidth.of($0.name) }.max() ?? 0
        for (metric, rows) in all {
            if metric.pipeline != pipeline {
                lines += TextWrapping.lines("  \(metric.pipeline)", width: width, indent: 4)
                pipeline = metric.pipeline
            }
            for row in rows {
                let figures = [row.baseline.leftPadded(to: 7), "→", row.candidate.leftPadded(to: 7)]
                let cells = [row.name.rightPadded(to: min(nameWidth, width - 30))] + figures
                let line = (cells + [row.change.leftPadded(to: 9)]).joined(separator: " ")
                if DisplayWidth.of(line) + 2 + DisplayWidth.of(row.remark) <= width {
                    lines.append("\(line)  \(row.remark)".withoutTrailingBlanks)
                } else {
                    lines.append(line)
                    lines += TextWrapping.lines("        \(row.remark)", width: width, indent: 8)
                }
            }
            for run in metric.runs where run.verdict == .lost {
                let text = "      \(run.recording): \(run.reason ?? "no reason given")"
                lines += TextWrapping.lines(text, width: width, indent: 8)
            }
        }
        return lines
    }

    /// The rows for a metric: a row with its values and, if the metric is worse, a row for each of its worst runs.
    private func rows(_ metric: MetricComparison) -> [Row] {
        let whole: Row = (
            name: "    \(ComparisonText.name(metric))",
            baseline: ComparisonText.figure(metric.baseline, of: metric),
            candidate: ComparisonText.figure(metric.candidate, of: metric),
            change: metric.compared == 0 ? "" : ComparisonText.change(metric.change),
            remark: ComparisonText.basis(metric)
        )
        guard metric.verdict == .worse, metric.compared > 1 else { return [whole] }
        return [whole]
            + metric.worstRuns.prefix(Self.maximumRuns).map { run in
                (
                    name: "      " + TextWrapping.shortened(run.recording, width: 30),
                    baseline: ComparisonText.figure(run.baseline, of: metric),
                    candidate: ComparisonText.figure(run.candidate, of: metric),
                    change: ComparisonText.change(run),
                    remark: ""
                )
            }
    }

    private func singles(
        _ title: String,
        _ runs: [ResultsComparison.SingleRun],
        _ style: TerminalStyle,
        _ width: Int
    ) -> [String] {
        guard !runs.isEmpty else { return [] }
        let more = runs.count - Self.maximumSingles
        return ["", style.heading("\(title): \(runs.count) \(runs.count == 1 ? "run" : "runs")")]
            + runs.prefix(Self.maximumSingles).flatMap {
                TextWrapping.lines("  \(ComparisonText.single($0))", width: width, indent: 4)
            } + (more > 0 ? ["  and \(more) more"] : [])
    }
}

extension MetricComparison {
    /// The worse runs, in descending order of the relative change.
    var worstRuns: [RunChange] {
        func ratio(_ run: RunChange) -> Double {
            guard let old = run.baseline?.magnitude, let new = run.candidate?.magnitude else { return 0 }
            let isCost = metric.polarity != .largerIsBetter
            let (better, worse) = isCost ? (old, new) : (new, old)
            return better > 0 ? worse / better : .infinity
        }
        return runs.filter { $0.verdict == .worse }.enumerated()
            .sorted { (ratio($1.element), $0.offset) < (ratio($0.element), $1.offset) }.map(\.element)
    }
}
