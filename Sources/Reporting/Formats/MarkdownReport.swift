package import Evaluation

/// `report.md`: everything on the terminal, and also intervals, all metrics, all parameters, tool and host.
///
/// The best figures of a column are bold. A mean over recordings is the arithmetic mean of the recordings' figures, of
/// RMS figures, too, as in BROAD (Laidig et al. 2021). A mean over at least three recordings is followed by its 95 %
/// bootstrap interval over recordings, from 2,000 resamples with a fixed seed. A mean over only some of the
/// recordings is followed by their number.
package struct MarkdownReport: Sendable, Hashable {
    package init() {}

    /// The page, with a line end after every line.
    package func render(_ results: EvaluationResults) -> String {
        let parts =
            [Self.introduction(results)] + MarkdownSections(results).all + Self.failures(results.failed)
            + [Self.legend, Self.pipelines(results.runs), Self.origin(results)]
        return parts.joined(separator: "\n")
    }

    /// The heading, the number of recordings, pipelines and runs, and the command line.
    static func introduction(_ results: EvaluationResults) -> String {
        let groups = RecordingGroup.groups(of: results.runs)
        let pipelines = Set(results.runs.map(\.pipeline.name)).count
        let parts = [
            NumberText.count(groups.count, "recording"), NumberText.count(pipelines, "pipeline"),
            NumberText.count(results.runs.count, "run"),
        ]
        var text = "# Sextant evaluation\n\n\(parts.joined(separator: ", ")).\n"
        if let command = results.command { text += "\nRun it again:\n\n" + MarkdownText.codeBlock(command) }
        return text
    }

    /// The recordings that could not be evaluated; empty without one.
    static func failures(_ failed: [FailedRecording]) -> [String] {
        guard !failed.isEmpty else { return [] }
        let items = failed.map { "- \(MarkdownText.escaped($0.error))\n" }
        return ["## Recordings left out\n\nThe figures above do not include them.\n\n" + items.joined()]
    }

    /// The tool, and the machine on which it ran.
    static func origin(_ results: EvaluationResults) -> String {
        "## Tool and host\n\n" + OriginText.lines(results).map { "- \(MarkdownText.escaped($0))\n" }.joined()
    }

    /// The meaning of every metric.
    private static var legend: String {
        var table = FigureTable(text: ["metric", "unit", "", "meaning"], figures: [])
        table.rows = MetricCatalogue.metrics.map { metric in
            [
                .code(metric.name.rawValue), .text(metric.unit), .text(metric.polarity.rawValue),
                .text(metric.summary),
            ]
        }
        return "## Metrics\n\n" + table.markdownRows()
    }

    /// Every parameter of every pipeline, with one row per set of values when recordings differ in them.
    private static func pipelines(_ runs: [EvaluationRun]) -> String {
        var counts: [EvaluationRun.PipelineSummary: Int] = [:]
        for run in runs { counts[run.pipeline, default: 0] += 1 }
        let pipelines = runs.map(\.pipeline).distinct()
        let sets = Dictionary(grouping: pipelines, by: \.name).mapValues(\.count)
        var table = FigureTable(text: ["pipeline", "parameters"], figures: [])
        for pipeline in pipelines {
            let share =
                sets[pipeline.name] == 1 ? "" : " (\(NumberText.count(counts[pipeline, default: 0], "run")))"
            table.append([pipeline.name + share, pipeline.parameterText])
        }
        return "## Pipelines\n\n" + table.markdownRows()
    }
}
