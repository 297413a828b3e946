/// What an entry of a delta did to a store.
public enum PlaceDeltaEffect: String, Sendable, Hashable, CaseIterable {
    /// The place was not in the store.
    case added
    /// The place was in the store with an older content.
    case changed
    /// The place was in the store or unknown, and will not come back.
    case removed
    /// The store had the same already.
    case repeated
    /// The store had a newer content, or had the place removed.
    case outdated
    /// The store had another content with the same moment of change: a fault of the server. One of the two stays, the
    /// same whichever came first.
    case conflicting
}
