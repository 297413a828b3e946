/// What a server of places answers to somebody who has places already: what is new, what is different, what is gone.
///
/// After LiveGuide Ditzingen: AREA 2013, section VIII.B.
public struct PlaceDelta: Sendable, Hashable {
    /// Places that were not known, by their numbers.
    public var additions: [PlaceRecord]
    /// Places that were known, with another content: the whole place, not the difference.
    public var changes: [PlaceRecord]
    /// The numbers of places that are gone for good.
    public var removals: [Int64]

    public init(additions: [PlaceRecord] = [], changes: [PlaceRecord] = [], removals: [Int64] = []) {
        self.additions = additions
        self.changes = changes
        self.removals = removals
    }

    /// How many places it speaks of, one that it names twice counted twice.
    public var count: Int { additions.count + changes.count + removals.count }
}
