public import Evaluation

/// Writes reports into a directory.
///
/// Files appear whole or not at all, and all of them or none. A report that stood there before is replaced.
public struct ReportWriter: Sendable, Hashable {
    public let directory: String
    /// The command line that makes the same report again, for ``MarkdownReport/command``.
    public let command: String?

    public init(directory: String, command: String? = nil) {
        self.directory = directory
        self.command = command
    }

    /// Whether the directory can be written to or made, before there is anything to write. Makes and changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// Writes `results.json`, which is the result itself, and the reports of the given formats. Makes the directory.
    ///
    /// - Parameter warn: told, in a line, of what is missing from a report.
    /// - Returns: the paths of the files, `results.json` first, then in the order of `formats`.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; no file is new or changed then, unless the last step,
    ///   giving the files their names, was what failed.
    @discardableResult
    public func write(
        _ results: EvaluationResults,
        formats: [ReportFormat],
        warn: (String) -> Void = { _ in }
    ) async throws(ReportError) -> [String] {
        var files: [(path: String, content: [UInt8])] = []
        for format in [.json] + formats {
            let path = "\(directory)/\(format.fileName)"
            guard !files.contains(where: { $0.path == path }) else { continue }
            files.append((path, try await content(results, format, warn)))
        }
        try WholeFiles.save(files)
        return files.map(\.path)
    }

    private func content(
        _ results: EvaluationResults,
        _ format: ReportFormat,
        _ warn: (String) -> Void
    ) async throws(ReportError) -> [UInt8] {
        switch format {
        case .json: return Array(try JSONReport().encode(results))
        case .csv: return Array(CSVReport().render(results).utf8)
        case .markdown: return Array(MarkdownReport(command: command).render(results).utf8)
        case .html:
            let page = await HTMLReport(command: command).render(results)
            if let problem = page.problem { warn(problem) }
            return Array(page.text.utf8)
        }
    }
}
