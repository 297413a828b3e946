/// The changes of a server's places since a client's last request: new, changed and removed places.
///
/// The model is the server of LiveGuide Ditzingen: AREA 2013, section VIII.B.
public struct PlaceDelta: Sendable, Hashable {
    /// New places.
    public var additions: [PlaceRecord]
    /// Changed places, each with its complete new content.
    public var changes: [PlaceRecord]
    /// The identifiers of removed places.
    public var removals: [Int64]

    /// A delta with these changes, by default without any.
    public init(additions: [PlaceRecord] = [], changes: [PlaceRecord] = [], removals: [Int64] = []) {
        self.additions = additions
        self.changes = changes
        self.removals = removals
    }

    /// The number of changes. A place with two changes counts twice.
    public var count: Int { additions.count + changes.count + removals.count }
}
