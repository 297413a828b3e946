/// Where other people's data for a report table come from.
public struct DataOrigin: Sendable, Hashable {
    /// What the data are called.
    public var name: String
    /// An address.
    public var from: String
    public var licence: String
    /// The page in the repository that says how to get and convert them.
    public var page: String
}
