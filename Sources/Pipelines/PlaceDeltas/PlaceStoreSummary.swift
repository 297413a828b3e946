/// What a store has, and what its server is asked with.
public struct PlaceStoreSummary: Sendable, Hashable {
    /// How many places are there.
    public var places: Int
    /// How many numbers were removed.
    public var removed: Int
    /// Of the places that are there; nil where there is none.
    public var highestIdentifier: Int64?
    /// The latest moment of change of the places that are there; nil where there is none.
    public var newestChange: Int64?

    public init(places: Int, removed: Int, highestIdentifier: Int64?, newestChange: Int64?) {
        self.places = places
        self.removed = removed
        self.highestIdentifier = highestIdentifier
        self.newestChange = newestChange
    }
}
