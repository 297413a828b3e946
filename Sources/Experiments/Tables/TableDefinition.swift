/// The definition of a report table: the content of `Reports/<name>/table.yaml`.
public struct TableDefinition: Sendable {
    /// The source of the rows.
    public enum Content: Sendable {
        /// Runs of pipelines or described systems.
        case evaluation(EvaluationTable)
        /// Published figures of the five descriptions.
        case seedFigures(PublishedFigureSelection)
        /// Errors of distance formulas.
        case distances(DistanceTableDefinition)
        /// Claims with their computed figures.
        case claims([Claim])
        /// Alignments of tracked scenes.
        case scene(SceneTable)
        /// Errors of phone trackers.
        case trackers(TrackerTable)
        /// The leaderboard of an experiment.
        case leaderboard(LeaderboardTable)
    }

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
    /// The source of the rows.
    public var content: Content

    /// The command that makes this table again, in the parent of its directory.
    public var command: String {
        // The command's own default.
        directory == "Reports" ? "sextant tables \(name)" : "sextant tables \(name) --directory \(directory)"
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
