public import Evaluation

/// `summary.md`: the short form of `report.md` for `$GITHUB_STEP_SUMMARY`.
///
/// It contains means, ranking, failures, tool and host, and as many recordings as fit.
public struct SummaryReport: Sendable, Hashable {
    /// The default limit. GitHub accepts 1 MiB from all steps of a job, and discards a longer summary.
    public static let mostBytes = 512 * 1_024

    /// The maximum length of the text, in bytes of UTF-8.
    public let limit: Int

    /// Creates a report with a maximum length in bytes.
    public init(limit: Int = mostBytes) { self.limit = limit }

    /// The page. Sections that do not fit are omitted, and the last line reports their number.
    public func render(_ results: EvaluationResults) -> String {
        let sections = MarkdownSections(results)
        let parts =
            [MarkdownReport.introduction(results)] + sections.overview + MarkdownReport.failures(results.failed)
            + [MarkdownReport.origin(results)] + sections.notes + sections.recordings
        var text = ""
        var omitted = 0
        for part in parts {
            let room = limit - text.utf8.count - Self.note(parts.count).utf8.count
            if part.utf8.count + 1 <= room, omitted == 0 {
                text += (text.isEmpty ? "" : "\n") + part
            } else {
                omitted += 1
            }
        }
        let note = omitted == 0 ? "" : Self.note(omitted)
        return text.utf8.count + note.utf8.count <= limit ? text + note : ""
    }

    private static func note(_ count: Int) -> String {
        "\n\(NumberText.count(count, "more section")) would make this page too long; see the full report.\n"
    }
}
