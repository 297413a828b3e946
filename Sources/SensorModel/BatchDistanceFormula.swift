/// A formula that always has an answer, and computes the distances of many pairs at a time.
public protocol BatchDistanceFormula: DistanceFormula {
    /// Puts the distance between each start and the end at the same place into `distances`, which gets their length.
    ///
    /// Nothing is asked of memory when it has that length before. The result is that of
    /// ``DistanceFormula/distance(from:to:)`` within the bound that the formula states.
    ///
    /// - Precondition: as many starts as ends.
    func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres])
}

extension BatchDistanceFormula {
    /// The distance between each start and the end at the same place.
    ///
    /// - Precondition: as many starts as ends.
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns) -> [Metres] {
        var result: [Metres] = []
        distances(from: starts, to: ends, into: &result)
        return result
    }
}
