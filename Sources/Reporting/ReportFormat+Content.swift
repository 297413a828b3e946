public import Evaluation

extension ReportFormat {
    /// The file's content.
    ///
    /// - Parameters:
    ///   - results: what is reported.
    ///   - warn: told, in a line, of what is missing from it.
    /// - Throws: ``ReportError/unwritable(path:reason:)`` where the results cannot be put into that form.
    public func content(
        _ results: EvaluationResults,
        warn: (String) -> Void = { _ in }
    ) async throws(ReportError) -> [UInt8] {
        switch self {
        case .html:
            let page = await HTMLReport().render(results)
            if let problem = page.problem { warn(problem) }
            return Array(page.text.utf8)
        case .json: return Array(try JSONReport().encode(results))
        case .csv: return Array(CSVReport().render(results).utf8)
        case .markdown: return Array(MarkdownReport().render(results).utf8)
        case .latex: return Array(LaTeXReport().render(results).utf8)
        case .junit: return Array(JUnitReport().render(results).utf8)
        case .summary: return Array(SummaryReport().render(results).utf8)
        case .githubBenchmark: return Array(try GitHubBenchmarkReport().render(results).utf8)
        case .bencher: return Array(try BencherReport().render(results).utf8)
        }
    }
}
