public import Evaluation

/// Writes `distances.json`, `distances.md` and `bands.csv` into a directory, whole or not at all.
public struct DistanceReportWriter: Sendable, Hashable {
    public let directory: String
    /// The command line that makes the same report again.
    public let command: String?

    public init(directory: String, command: String? = nil) {
        self.directory = directory
        self.command = command
    }

    /// Whether the directory can be written to or made. Makes and changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) {
        try WholeFiles.checkDirectory(directory)
    }

    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
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
