import SensorModel

/// Aggregates over the sizes of angles.
struct AngleStatistics {
    let rmse: Angle
    let mean: Angle
    let max: Angle
    /// Nil where it was not asked for, as is ``p95``: both need the angles in order.
    let median: Angle?
    let p95: Angle?

    /// Nil of nothing. O(n) on average.
    init?(radians: [Double], withOrder: Bool = true) {
        guard !radians.isEmpty else { return nil }
        var sum = CompensatedSum(0)
        for angle in radians { sum.add(angle) }
        mean = Angle(radians: sum.value / Double(radians.count))
        rmse = Angle(radians: radians.rootMeanSquare ?? 0)
        max = Angle(radians: radians.max() ?? 0)
        var order = withOrder ? OrderStatistics(radians) : nil
        median = (order?.quantile(0.5)).map { Angle(radians: $0) }
        p95 = (order?.quantile(0.95)).map { Angle(radians: $0) }
    }
}
