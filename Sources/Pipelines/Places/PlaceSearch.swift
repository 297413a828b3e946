/// A question to a ``PlaceIndex``.
protocol PlaceSearch {
    /// False only where none of a node's places is an answer.
    func mayHold(_ node: PlaceIndex.Node) -> Bool
    func holds(_ entry: PlaceIndex.Entry) -> Bool
}

/// The places that are in a disc and in a sector.
struct PlaceConeSearch: PlaceSearch {
    let disc: PlaceDisc
    let sector: PlaceSector

    func mayHold(_ node: PlaceIndex.Node) -> Bool { disc.mayHold(node) && sector.mayHold(node) }
    func holds(_ entry: PlaceIndex.Entry) -> Bool { disc.holds(entry) && sector.holds(entry) }
}
