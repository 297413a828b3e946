public import SensorModel

/// Keeps places up to date from deltas.
///
/// The store in the end depends only on which entries came, not on their order, their repetition or the deltas that
/// they came in: see ``PlaceState``. So a delta that may have been lost or cut short is applied again, whole.
///
/// What no store can mend: who asks a server for "places with a number above my highest", as LiveGuide did (seed AREA
/// 2013, section VIII.B), never hears again of a lower number that was lost on the way. Such an answer must be applied
/// whole or not at all, which ``apply(_:)`` does.
public protocol PlaceStore {
    associatedtype Failure: Error

    /// Applies a delta, whole or not at all.
    ///
    /// - Throws: where the store is kept outside of memory; the delta has done nothing then.
    mutating func apply(_ delta: PlaceDelta) throws(Failure) -> PlaceDeltaCounts

    /// All places that are there, by number.
    func records() throws(Failure) -> [PlaceRecord]

    /// The numbers that were removed, in order: kept, because a late addition must not bring them back.
    func removedIdentifiers() throws(Failure) -> [Int64]

    func summary() throws(Failure) -> PlaceStoreSummary
}
