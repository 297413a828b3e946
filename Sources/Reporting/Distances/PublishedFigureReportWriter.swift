/// Writes `seeds.md` and `seeds.csv` into a directory: both or none.
public struct PublishedFigureReportWriter: Sendable, Hashable {
    /// The path of the directory, which is created if it does not exist.
    public let directory: String
    /// The command line that reproduces the report; nil when it is unknown.
    public let command: String?

    /// Creates a writer. Nothing is written yet.
    public init(directory: String, command: String? = nil) {
        self.directory = directory
        self.command = command
    }

    /// Writes the files.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    @discardableResult
    public func write() throws(ReportError) -> [String] {
        let files = [
            (
                path: "\(directory)/seeds.md",
                content: Array(MarkdownPublishedFigureReport(command: command).render().utf8)
            ),
            (path: "\(directory)/seeds.csv", content: Array(PublishedFiguresCSVReport().render().utf8)),
        ]
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
