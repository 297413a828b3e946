public import SensorModel

/// A store of places that is updated by deltas.
///
/// The final content depends only on the received entries, not on their order, their repetition or their division into
/// deltas; see ``PlaceState``. A delta that may have been lost or truncated can therefore be applied again.
///
/// A client that requests places above its highest identifier, as LiveGuide does (AREA 2013, section VIII.B), never
/// receives a lower identifier that was lost. A response must therefore be applied as a whole or not at all, which
/// ``apply(_:)`` does.
public protocol PlaceStore {
    /// The error of storage outside of memory.
    associatedtype Failure: Error

    /// Applies a delta as a whole or not at all.
    ///
    /// - Throws: an error of the storage; the store is then unchanged.
    mutating func apply(_ delta: PlaceDelta) throws(Failure) -> PlaceDeltaCounts

    /// All places by increasing identifier.
    func records() throws(Failure) -> [PlaceRecord]

    /// The identifiers of removed places in increasing order. They are stored so that a late addition does not restore
    /// a place.
    func removedIdentifiers() throws(Failure) -> [Int64]

    /// Counts of places and removals, and the values to request the next delta with.
    func summary() throws(Failure) -> PlaceStoreSummary
}

/// The size of a store, and the values to request the next delta with.
public struct PlaceStoreSummary: Sendable, Hashable {
    /// The number of places.
    public var places: Int
    /// The number of removed identifiers.
    public var removed: Int
    /// The highest identifier of the places; nil for an empty store.
    public var highestIdentifier: Int64?
    /// The latest time of change of the places; nil for an empty store.
    public var newestChange: Int64?

    /// Creates a summary from its parts.
    public init(places: Int, removed: Int, highestIdentifier: Int64?, newestChange: Int64?) {
        self.places = places
        self.removed = removed
        self.highestIdentifier = highestIdentifier
        self.newestChange = newestChange
    }
}
