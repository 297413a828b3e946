/// What a report table is made of and how: the content of `Reports/<name>/table.yaml`.
public struct TableDefinition: Sendable {
    /// What fills the rows.
    public enum Content: Sendable {
        case evaluation(EvaluationTable)
        case seedFigures(SeedFigureSelection)
        case distances(DistanceTableDefinition)
        case claims([Claim])
        case scene(SceneTable)
    }

    /// The name of its folder.
    public var name: String
    public var title: String
    /// Paragraphs in front of the table, in Markdown.
    public var caption: [String]
    /// The published table that this one is made after, in Markdown.
    public var mirrors: String?
    /// Why it cannot be compared with its committed form; nil where it can.
    public var uncheckedBecause: String?
    /// Other people's data that it needs; nil where it needs none.
    public var data: DataOrigin?
    public var content: Content
}
