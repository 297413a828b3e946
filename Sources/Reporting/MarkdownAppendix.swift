import Evaluation

/// The parts of a Markdown report that stand behind its tables.
enum MarkdownAppendix {
    /// The recordings that could not be evaluated; no section where there are none.
    static func failures(_ failed: [FailedRecording]) -> [String] {
        guard !failed.isEmpty else { return [] }
        let items = failed.map { "- \(MarkdownText.escaped($0.error))\n" }
        return ["## Recordings left out\n\nNo figure above rests on them.\n\n" + items.joined()]
    }

    /// What every metric means.
    static var legend: String {
        let rows = MetricCatalogue.metrics.map { metric in
            ["`\(metric.name.rawValue)`", metric.unit, metric.polarity.rawValue, MarkdownText.escaped(metric.summary)]
        }
        return "## Metrics\n\n" + MarkdownText.table(["metric", "unit", "", "meaning"], numeric: 0..<0, rows: rows)
    }

    /// Every parameter of every pipeline, defaults too; a line per set of values where recordings differ in them.
    static func pipelines(_ runs: [EvaluationRun]) -> String {
        var order: [EvaluationRun.PipelineSummary] = []
        var counts: [EvaluationRun.PipelineSummary: Int] = [:]
        for run in runs {
            if counts[run.pipeline] == nil { order.append(run.pipeline) }
            counts[run.pipeline, default: 0] += 1
        }
        let sets = Dictionary(grouping: order, by: \.name).mapValues(\.count)
        let rows = order.map { pipeline in
            let count = counts[pipeline, default: 0]
            let share = sets[pipeline.name] == 1 ? "" : " (\(count) \(count == 1 ? "run" : "runs"))"
            return [MarkdownText.escaped(pipeline.name) + share, parameters(pipeline)]
        }
        return "## Pipelines\n\n" + MarkdownText.table(["pipeline", "parameters"], numeric: 0..<0, rows: rows)
    }

    /// The tool, and where it ran.
    static func origin(_ results: EvaluationResults) -> String {
        "## Tool and host\n\n" + OriginText.lines(results).map { "- \(MarkdownText.escaped($0))\n" }.joined()
    }

    private static func parameters(_ pipeline: EvaluationRun.PipelineSummary) -> String {
        let parameters = pipeline.parameters.sorted { $0.key < $1.key }
        guard !parameters.isEmpty else { return "none" }
        return parameters.map { MarkdownText.escaped("\($0.key) = \($0.value.text)") }.joined(separator: ", ")
    }
}
