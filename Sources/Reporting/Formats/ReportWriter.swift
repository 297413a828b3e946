public import Evaluation

/// Writes reports into a directory.
///
/// Either all files appear, each complete, or none. Reports of the same name are replaced.
public struct ReportWriter: Sendable, Hashable {
    /// The path of the directory, which is created if it does not exist.
    public let directory: String

    /// Creates a writer for a directory. Nothing is written yet.
    public init(directory: String) {
        self.directory = directory
    }

    /// Checks that the directory can be written to or created. Changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// Writes `results.json` and one report per format.
    ///
    /// - Parameters:
    ///   - results: the results to report.
    ///   - formats: the formats of the reports.
    /// - Returns: the paths of the files: `results.json`, then the reports in the order of `formats`.
    /// - Throws: ``ReportError/unwritable(path:reason:)``. No file is changed then, unless the last step failed, which
    ///   renames the finished files; and ``ReportError/undrawable(_:)`` when a report cannot be produced.
    @discardableResult
    public func write(
        _ results: EvaluationResults,
        formats: [ReportFormat]
    ) throws(ReportError) -> [String] {
        var files: [(name: String, content: [UInt8])] = []
        for format in [.json] + formats where !files.contains(where: { $0.name == format.fileName }) {
            files.append((format.fileName, try format.content(results)))
        }
        return try write(files)
    }

    /// Writes files with the given names and contents.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``, as ``write(_:formats:)`` does.
    @discardableResult
    public func write(_ files: [(name: String, content: [UInt8])]) throws(ReportError) -> [String] {
        let files = files.map { (path: "\(directory)/\($0.name)", content: $0.content) }
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
