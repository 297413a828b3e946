public import Evaluation

/// `summary.md`: the short form of `report.md`, for `$GITHUB_STEP_SUMMARY`: means, ranking, failures, tool and host,
/// and as many recordings as there is room for.
public struct SummaryReport: Sendable, Hashable {
    /// GitHub takes 1 MiB from all steps of a job, and nothing of what is longer.
    public static let mostBytes = 512 * 1_024

    /// The text has at most this many bytes of UTF-8.
    public let limit: Int

    public init(limit: Int = mostBytes) { self.limit = limit }

    /// The page. Sections that do not fit are left out whole, and the last line says so.
    public func render(_ results: EvaluationResults) -> String {
        let tables = MarkdownTables(results)
        let parts =
            [MarkdownReport.introduction(results)] + tables.overview + MarkdownAppendix.failures(results.failed)
            + [MarkdownAppendix.origin(results)] + tables.explanations + tables.recordings
        var text = ""
        var leftOut = 0
        for part in parts {
            let room = limit - text.utf8.count - Self.note(parts.count).utf8.count
            if part.utf8.count + 1 <= room, leftOut == 0 {
                text += (text.isEmpty ? "" : "\n") + part
            } else {
                leftOut += 1
            }
        }
        let note = leftOut == 0 ? "" : Self.note(leftOut)
        return text.utf8.count + note.utf8.count <= limit ? text + note : ""
    }

    private static func note(_ count: Int) -> String {
        "\n\(count) more section\(count == 1 ? "" : "s") would make this page too long; they stand in the report.\n"
    }
}
