/// A column of a report table over runs.
public struct MetricColumn: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        /// The mean over the runs that belong to a row.
        case metric(MetricName)
        /// Figures that somebody published, by the keys of their row and column.
        case published([[String]: Double])
    }

    public var key: String
    public var title: String
    public var content: Content
    /// The only group of recordings that the column is of; nil for all.
    public var group: String?
    public var form: TableNumberForm
    public var tolerance: TableTolerance
}
