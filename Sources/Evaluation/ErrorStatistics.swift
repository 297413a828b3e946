import SensorModel

/// Aggregates over errors, in the errors' unit; `sse` in its square.
public struct ErrorStatistics: Sendable, Hashable {
    public let count: Int
    /// √(Σe²/n).
    public let rmse: Double
    public let mean: Double
    public let median: Double
    /// About the mean, over n (not n − 1).
    public let standardDeviation: Double
    public let minimum: Double
    public let maximum: Double
    public let p95: Double
    /// Σe².
    public let sse: Double

    /// Nil of nothing. O(n) on average.
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

    /// Linear between order statistics: definition 7 of Hyndman & Fan 1996, doi:10.1080/00031305.1996.10473566.
    package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let below = Int(saturating: place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }

    /// The middle of numbers, of which there is at least one. O(n) on average.
    static func median(of numbers: [Double]) -> Double {
        var order = OrderStatistics(numbers)
        return order.quantile(0.5)
    }
}
