public import Evaluation

extension ReportFormat {
    /// The file's content.
    ///
    /// - Parameter warn: told, in a line, of what is missing from it.
    /// - Throws: ``ReportError/unwritable(path:reason:)`` where the results cannot be put into that form.
    public func content(
        _ results: EvaluationResults,
        warn: (String) -> Void = { _ in }
    ) async throws(ReportError) -> [UInt8] {
        switch self {
        case .json: Array(try JSONReport().encode(results))
        case .csv: Array(CSVReport().render(results).utf8)
        case .markdown: Array(MarkdownReport().render(results).utf8)
        case .latex: Array(LaTeXReport().render(results).utf8)
        case .junit: Array(JUnitReport().render(results).utf8)
        case .summary: Array(SummaryReport().render(results).utf8)
        case .githubBenchmark: Array(try GitHubBenchmarkReport().render(results).utf8)
        case .bencher: Array(try BencherReport().render(results).utf8)
        }
    }
}
