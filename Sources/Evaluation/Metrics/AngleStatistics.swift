import SensorModel

/// Statistics of the absolute values of angles.
struct AngleStatistics {
    let rmse: Angle
    let mean: Angle
    let max: Angle
    /// The median; nil where it was not requested, like ``p95``. Both need sorted angles.
    let median: Angle?
    let p95: Angle?

    /// Returns nil for an empty array. O(n) on average.
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
