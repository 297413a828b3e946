public import SensorModel

/// Batches agree with the distance of one pair to 8 nm plus 2e-15 · 2R tan(d/2R), which are 34 nm at a quarter turn; at
/// the opposite point, where both lose the arcsine's digits, to 0.5 m. Single precision goes through the pairs one by
/// one. O(n) time; memory for the distances only.
extension Haversine: BatchDistanceFormula {
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres]) {
        guard precision == .double else {
            return eachDistance(from: starts, to: ends, into: &distances) { distance(PointPair<Float>($0, $1)) }
        }
        let diameter = 2 * radius
        PairLanes.measure(from: starts, to: ends, into: &distances) { pair in
            let halfLatitude = DegreeLanes.sine((pair.endLatitude - pair.startLatitude) * 0.5)
            let halfLongitude = DegreeLanes.sine(pair.turn * 0.5)
            let cosines = DegreeLanes.cosine(pair.startLatitude) * DegreeLanes.cosine(pair.endLatitude)
            // hav θ = hav Δφ + cos φ₁ cos φ₂ hav Δλ  (4.3)
            let haversine = halfLatitude * halfLatitude + cosines * (halfLongitude * halfLongitude)
            let root = haversine.squareRoot()
            return diameter * DegreeLanes.arcSine(root.replacing(with: 1, where: root .> 1))
        }
    }
}
