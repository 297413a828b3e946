import Evaluation
public import Positions

/// Writes `distances.json`, `distances.md` and `bands.csv` into a directory: all of them or none.
public struct DistanceReportWriter: Sendable, Hashable {
    /// The path of the directory, which is created if it does not exist.
    public let directory: String
    /// The command line that reproduces the report; nil when it is unknown.
    public let command: String?

    /// Creates a writer. Nothing is written yet.
    public init(directory: String, command: String? = nil) {
        self.directory = directory
        self.command = command
    }

    /// Checks that the directory can be written to or created. Changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// Writes the files.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``, and ``ReportError/undrawable(_:)`` when a value cannot be
    ///   encoded.
    @discardableResult
    public func write(_ results: DistanceResults) throws(ReportError) -> [String] {
        let files = [
            (path: "\(directory)/distances.json", content: Array(try DistanceJSONReport().encode(results))),
            (
                path: "\(directory)/distances.md",
                content: Array(MarkdownDistanceReport(command: command).render(results).utf8)
            ),
            (path: "\(directory)/bands.csv", content: Array(BandsCSVReport().render(results).utf8)),
        ]
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
