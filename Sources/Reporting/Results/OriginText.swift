import Evaluation
import Recordings

/// Texts on the origin of results: tool, host and time.
enum OriginText {
    /// Three lines on tool, machine and time. Merged results have three lines for each source, and a further line with
    /// the source's command if the command is known.
    static func lines(_ results: EvaluationResults) -> [String] {
        guard !results.sources.isEmpty else { return lines(results.tool, results.host) }
        var first = 1
        return results.sources.flatMap { source in
            let last = first + source.runs - 1
            let subject = first == last ? "run \(first)" : "runs \(first) to \(last)"
            first = last + 1
            let command = source.command.map { ["command: \($0)"] } ?? []
            return (lines(source.tool, source.host) + command).map { "\(subject): \($0)" }
        }
    }

    private static func lines(_ tool: ProgramVersion, _ host: EvaluationResults.Host) -> [String] {
        [
            "sextant \(tool.version), revision \(tool.revision), \(host.build) build",
            "\(host.system), \(host.architecture), \(host.cores) cores, \(NumberText.count(host.jobs, "job"))",
            "started \(host.startedAt), took \(NumberText.duration(host.elapsedSeconds))",
        ]
    }
}
