/// Writes `seeds.md` and `seeds.csv` into a directory, whole or not at all.
public struct SeedReportWriter: Sendable, Hashable {
    public let directory: String
    /// The command line that makes the same report again.
    public let command: String?

    public init(directory: String, command: String? = nil) {
        self.directory = directory
        self.command = command
    }

    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    @discardableResult
    public func write() throws(ReportError) -> [String] {
        let files = [
            (path: "\(directory)/seeds.md", content: Array(MarkdownSeedReport(command: command).render().utf8)),
            (path: "\(directory)/seeds.csv", content: Array(SeedsCSVReport().render().utf8)),
        ]
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
