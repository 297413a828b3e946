public import Evaluation

/// `report.md`: what the terminal shows and, beside it, intervals, the legend of all metrics, every parameter, tool
/// and host.
///
/// The best figures of a column are bold. The mean over recordings is the arithmetic mean of the recordings' figures,
/// of RMS figures too, as in BROAD (Laidig et al. 2021). Behind a mean over at least three recordings stands its
/// 95 % percentile-bootstrap interval over recordings (2,000 resamples, the same seed each time), and behind one that
/// lacks recordings on how many of them it rests.
public struct MarkdownReport: Sendable, Hashable {
    public init() {}

    /// The page, with a line end behind every line.
    public func render(_ results: EvaluationResults) -> String {
        let parts =
            [Self.introduction(results)] + MarkdownTables(results).sections
            + MarkdownAppendix.failures(results.failed)
            + [MarkdownAppendix.legend, MarkdownAppendix.pipelines(results.runs), MarkdownAppendix.origin(results)]
        return parts.joined(separator: "\n")
    }

    static func introduction(_ results: EvaluationResults) -> String {
        let groups = RecordingGroup.groups(of: results.runs)
        let pipelines = Set(results.runs.map(\.pipeline.name)).count
        let parts = [count(groups.count, "recording"), count(pipelines, "pipeline"), count(results.runs.count, "run")]
        var text = "# Sextant evaluation\n\n\(parts.joined(separator: ", ")).\n"
        if let command = results.command { text += "\nRun it again:\n\n" + MarkdownText.codeBlock(command) }
        return text
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
