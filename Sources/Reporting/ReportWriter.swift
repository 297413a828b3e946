public import Evaluation

/// Writes reports into a directory.
///
/// Files appear whole or not at all, and all of them or none. A report that stood there before is replaced.
public struct ReportWriter: Sendable, Hashable {
    public let directory: String

    public init(directory: String) {
        self.directory = directory
    }

    /// Whether the directory can be written to or made, before there is anything to write. Makes and changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// Writes `results.json`, which is the result itself, and the reports of the given formats. Makes the directory.
    ///
    /// - Parameters:
    ///   - results: what is reported.
    ///   - formats: a file each.
    ///   - warn: told, in a line, of what is missing from a report.
    /// - Returns: the paths of the files, `results.json` first, then in the order of `formats`.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; no file is new or changed then, unless the last step,
    ///   giving the files their names, was what failed.
    @discardableResult
    public func write(
        _ results: EvaluationResults,
        formats: [ReportFormat],
        warn: (String) -> Void = { _ in }
    ) async throws(ReportError) -> [String] {
        var files: [(name: String, content: [UInt8])] = []
        for format in [.json] + formats where !files.contains(where: { $0.name == format.fileName }) {
            files.append((format.fileName, try await format.content(results, warn: warn)))
        }
        return try write(files)
    }

    /// Writes files of one's own making. Makes the directory.
    ///
    /// - Returns: their paths.
    /// - Throws: ``ReportError/unwritable(path:reason:)``, as the other one.
    @discardableResult
    public func write(_ files: [(name: String, content: [UInt8])]) throws(ReportError) -> [String] {
        let files = files.map { (path: "\(directory)/\($0.name)", content: $0.content) }
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
