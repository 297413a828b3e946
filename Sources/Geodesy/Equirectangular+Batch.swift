public import SensorModel

/// Batches agree with the distance of one pair to 8 nm plus 2e-15 of it. Single precision goes through the pairs one by
/// one. O(n) time; memory for the distances only.
extension Equirectangular: BatchDistanceFormula {
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres]) {
        guard precision == .double else {
            return eachDistance(from: starts, to: ends, into: &distances) { distance(PointPair<Float>($0, $1)) }
        }
        let metresPerDegree = radius * (Double.pi / 180)
        PairLanes.measure(from: starts, to: ends, into: &distances) { pair in
            // x = Δλ cos φ_m  (12-1)
            let east = pair.turn * DegreeLanes.cosine((pair.startLatitude + pair.endLatitude) * 0.5)
            let north = pair.endLatitude - pair.startLatitude
            return metresPerDegree * (east * east + north * north).squareRoot()
        }
    }
}
