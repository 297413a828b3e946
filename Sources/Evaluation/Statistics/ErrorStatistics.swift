import SensorModel

/// Statistics of errors in the errors' unit; `sse` is in its square.
///
/// ```swift
/// let statistics = ErrorStatistics([0.2, 0.4, 0.1])
/// print(statistics?.rmse ?? .nan, statistics?.p95 ?? .nan)
/// ```
public struct ErrorStatistics: Sendable, Hashable {
    /// The number of errors.
    public let count: Int
    /// The root mean square, √(Σe²/n).
    public let rmse: Double
    /// The arithmetic mean.
    public let mean: Double
    /// The median.
    public let median: Double
    /// The standard deviation about the mean, with the divisor n (not n − 1).
    public let standardDeviation: Double
    /// The smallest error.
    public let minimum: Double
    /// The largest error.
    public let maximum: Double
    /// The 95th percentile.
    public let p95: Double
    /// The sum of squared errors, Σe².
    public let sse: Double

    /// Returns nil for an empty array. O(n) on average.
    public init?(_ errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        var order = OrderStatistics(errors)
        var sum = CompensatedSum(0)
        for error in errors { sum.add(error) }
        let mean = sum.value / Double(errors.count)
        count = errors.count
        sse = errors.sumOfSquares.sum
        rmse = (sse / Double(errors.count)).squareRoot()
        self.mean = mean
        median = order.quantile(0.5)
        standardDeviation = errors.lazy.map { $0 - mean }.rootMeanSquare ?? 0
        minimum = errors.reduce(errors[0], min)
        maximum = errors.reduce(errors[0], max)
        p95 = order.quantile(0.95)
    }

    /// The quantile by linear interpolation between order statistics: definition 7 of Hyndman & Fan 1996,
    /// doi:10.1080/00031305.1996.10473566.
    package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let below = Int(saturating: place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }

    /// The median of at least one number. O(n) on average.
    package static func median(of numbers: [Double]) -> Double {
        var order = OrderStatistics(numbers)
        return order.quantile(0.5)
    }
}
