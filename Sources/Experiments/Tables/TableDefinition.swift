/// The definition of a report table: the content of `Reports/<name>/table.yaml`.
public struct TableDefinition: Sendable {
    /// The name of the table's folder.
    public var name: String
    /// The name of the directory that contains the table's folder.
    public var directory: String
    /// The title of the document.
    public var title: String
    /// The paragraphs before the table, in Markdown.
    public var caption: [String]
    /// The published table that this one reproduces, in Markdown; nil without one.
    public var mirrors: String?
    /// The reason why the table cannot be compared with its committed form; nil where it can.
    public var uncheckedBecause: String?
    /// The third-party data that the table needs; nil if it needs none.
    public var data: DataOrigin?
    /// The kind of the table with its settings.
    public var content: any TableContent

    /// The command that makes this table again, in the parent of its directory.
    public var command: String {
        let command = "\(type(of: content).program) tables \(name)"
        // The command's own default.
        return directory == "Reports" ? command : "\(command) --directory \(directory)"
    }
}

/// The origin of third-party data for a report table.
public struct DataOrigin: Sendable, Hashable {
    /// The name of the data.
    public var name: String
    /// The address of the data.
    public var from: String
    /// The licence of the data.
    public var licence: String
    /// The page in the repository that describes how to get and convert the data.
    public var page: String
}
