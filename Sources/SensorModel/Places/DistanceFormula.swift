/// A formula for the distance between two points on the Earth's surface, exact or approximate.
///
/// A formula is a value without state and is safe to use from any thread. Both points have the height 0.
public protocol DistanceFormula: Sendable {
    /// The distance in metres, at least 0; nil if the formula has no answer, for example if its iteration does not
    /// converge.
    ///
    /// The distance from a point to itself is 0. The distance is the same in both directions, except for rounding and for
    /// formulas that use one end as their origin.
    func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres?

    /// The azimuth of the path at `start`, clockwise from north, in (−180°, 180°]; nil if the formula computes none.
    ///
    /// Between a point and itself, and between antipodes, the azimuth is not determined. Each formula's page describes its
    /// result.
    func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle?
}

extension DistanceFormula {
    /// Nil: the formula computes no azimuth.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? { nil }
}

/// A formula that has an answer for every pair of points, and computes the distances of many pairs per call.
public protocol BatchDistanceFormula: DistanceFormula {
    /// Writes the distance between each start and the end with the same index into `distances`. O(n).
    ///
    /// The method resizes `distances` to the number of pairs. It allocates nothing if `distances` has that length. The
    /// results differ from ``DistanceFormula/distance(from:to:)`` by at most the bound that the formula states.
    ///
    /// - Precondition: the number of starts equals the number of ends.
    func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres])
}

extension BatchDistanceFormula {
    /// The distance between each start and the end with the same index. O(n).
    ///
    /// - Precondition: the number of starts equals the number of ends.
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns) -> [Metres] {
        var result: [Metres] = []
        distances(from: starts, to: ends, into: &result)
        return result
    }
}
