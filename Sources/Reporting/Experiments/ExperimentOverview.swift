/// A report on a whole experiment that does not list single runs.
public protocol ExperimentOverview: Sendable {
    /// The names of the recordings without any result.
    var unmeasured: Set<String> { get }

    /// The report as the content of a file.
    ///
    /// - Throws: `ReportError` for a format that lists single runs.
    func text(format: ReportFormat) async throws(ReportError) -> String

    /// The report for a terminal.
    func text(width: Int) -> String
}

extension ExperimentOverview {
    /// The formats in which the report can be written. The remaining formats list single runs.
    public static var formats: [ReportFormat] { [.markdown, .csv, .json, .html, .latex] }
}
