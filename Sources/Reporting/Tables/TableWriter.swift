/// Writes a report table's files into its folder, whole or not at all.
public struct TableWriter: Sendable {
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// - Returns: the paths of the files.
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    @discardableResult
    public func write(_ documents: [TableDocument]) throws(ReportError) -> [String] {
        let files = documents.map { (path: "\(folder)/\($0.format.fileName)", content: Array($0.text.utf8)) }
        try WholeFiles.save(files)
        return files.map(\.path)
    }
}
