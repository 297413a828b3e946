import SensorModel

/// Aggregates over the sizes of angles.
struct AngleStatistics {
    let rmse: Angle
    let mean: Angle
    let median: Angle
    let p95: Angle
    let max: Angle

    /// Nil of nothing. O(n) on average.
    init?(radians: [Double]) {
        guard let statistics = ErrorStatistics(radians) else { return nil }
        rmse = Angle(radians: statistics.rmse)
        mean = Angle(radians: statistics.mean)
        median = Angle(radians: statistics.median)
        p95 = Angle(radians: statistics.p95)
        max = Angle(radians: statistics.maximum)
    }
}
