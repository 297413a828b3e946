import SensorModel

/// Aggregates over the sizes of angles.
struct AngleStatistics {
    let rmse: Angle
    let mean: Angle
    let median: Angle
    let p95: Angle
    let max: Angle

    /// Nil of nothing. O(n log n).
    init?(radians: [Double]) {
        guard let rootMeanSquare = radians.rootMeanSquare else { return nil }
        var sum = CompensatedSum(0)
        for angle in radians { sum.add(angle) }
        let sorted = radians.sorted()
        rmse = Angle(radians: rootMeanSquare)
        mean = Angle(radians: sum.value / Double(radians.count))
        median = Angle(radians: Self.quantile(0.5, ofSorted: sorted))
        p95 = Angle(radians: Self.quantile(0.95, ofSorted: sorted))
        max = Angle(radians: sorted[sorted.count - 1])
    }

    /// Linear between order statistics: definition 7 of Hyndman & Fan 1996, doi:10.1080/00031305.1996.10473566.
    static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
