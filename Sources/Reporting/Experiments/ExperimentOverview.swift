/// A report on a whole experiment that does not list single runs.
public protocol ExperimentOverview: Sendable {
    /// The supported formats. All other formats list single runs.
    static var formats: [ReportFormat] { get }

    /// The names of the recordings without results.
    var unmeasured: Set<String> { get }

    /// The report as the content of a file.
    ///
    /// - Throws: `ReportError` for a format that lists single runs.
    func text(format: ReportFormat) async throws(ReportError) -> String

    /// The report for a terminal.
    func text(width: Int) -> String
}
