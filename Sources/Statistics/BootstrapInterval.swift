import SensorModel

/// A 95 % percentile-bootstrap interval of a mean: the range of means that other data of the same kind would have.
///
/// Sources: Efron 1979, doi:10.1214/aos/1176344552; Efron & Tibshirani 1993, chapter 13. The seed is fixed: the same
/// values yield the same interval on every machine.
///
/// ```swift
/// if let interval = BootstrapInterval(ofMeanOf: [1.2, 0.9, 1.1, 1.4]) {
///     print(interval.lower, interval.upper)
/// }
/// ```
public struct BootstrapInterval: Sendable, Hashable, Codable {
    /// The confidence level of all intervals.
    public static let confidence = 0.95
    /// The number of resamples.
    public static let resamples = 2_000
    /// The least number of values, or of blocks, for an interval.
    public static let fewestValues = 3
    static let seed: UInt64 = 20_140_901

    /// The lower bound in the values' unit.
    public let lower: Double
    /// The upper bound in the values' unit.
    public let upper: Double

    /// Creates an interval from its bounds.
    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Computes the interval of the mean of independent values, such as the figures of several recordings. Values are
    /// drawn with replacement. Nil with fewer than three values. Their order does not matter.
    ///
    /// O(resamples · count).
    public init?(ofMeanOf values: [Double]) {
        guard values.count >= Self.fewestValues else { return nil }
        let sorted = values.sorted()
        self.init { generator in
            var sum = 0.0
            for _ in sorted.indices { sum += sorted[generator.nextIndex(below: sorted.count)] }
            return sum / Double(sorted.count)
        }
        guard lower.isFinite, upper.isFinite else { return nil }
    }

    /// Computes the interval of the quotient of two means over the same recordings. Recordings are drawn with
    /// replacement, each with both of its values. Nil with fewer than three recordings, and where the divisors of a
    /// resample add up to 0.
    ///
    /// O(resamples · count).
    public init?(ofQuotientOf values: [Double], over divisors: [Double]) {
        precondition(values.count == divisors.count, "each recording has both values")
        guard values.count >= Self.fewestValues else { return nil }
        self.init { generator in
            var (sum, divisor) = (0.0, 0.0)
            for _ in values.indices {
                let index = generator.nextIndex(below: values.count)
                sum += values[index]
                divisor += divisors[index]
            }
            return sum / divisor
        }
        guard lower.isFinite, upper.isFinite else { return nil }
    }

    /// Computes the interval of the mean of a series with dependent neighbours, such as the errors within one
    /// recording. Blocks of neighbours are drawn with replacement from all positions until they have the length of the
    /// series; the last one is cut. Nil where the series is shorter than three blocks.
    ///
    /// This is the moving-block bootstrap of Künsch 1989, doi:10.1214/aos/1176347265. The interval is too narrow if
    /// values further apart than a block are dependent. O(count + resamples · count/blockLength).
    ///
    /// - Parameters:
    ///   - series: the values in order of time.
    ///   - blockLength: the number of values in a block; at least one.
    public init?(ofMeanOf series: [Double], blockLength: Int) {
        precondition(blockLength > 0, "a block has at least one value")
        guard series.count >= Self.fewestValues * blockLength else { return nil }
        var sums = [0.0]
        sums.reserveCapacity(series.count + 1)
        var total = CompensatedSum(0)
        for value in series {
            total.add(value)
            sums.append(total.value)
        }
        self.init { generator in
            var sum = 0.0
            var left = series.count
            while left > 0 {
                let length = min(blockLength, left)
                let start = generator.nextIndex(below: series.count - blockLength + 1)
                sum += sums[start + length] - sums[start]
                left -= length
            }
            return sum / Double(series.count)
        }
        guard lower.isFinite, upper.isFinite else { return nil }
    }

    /// - Parameter mean: draws a resample and returns its mean.
    private init(_ mean: (inout SplitMix64) -> Double) {
        var generator = SplitMix64(seed: Self.seed)
        self.init(means: (0..<Self.resamples).map { _ in mean(&generator) })
    }

    /// The interval from the means of resamples; nil with a mean that is not finite.
    package init?(ofMeans means: [Double]) {
        guard means.allSatisfy(\.isFinite) else { return nil }
        self.init(means: means)
    }

    /// - Parameter means: any numbers. The bounds of means that are not finite may not be finite.
    private init(means: [Double]) {
        guard means.allSatisfy(\.isFinite) else {
            let sorted = means.sorted()
            lower = ErrorStatistics.quantile((1 - Self.confidence) / 2, ofSorted: sorted)
            upper = ErrorStatistics.quantile((1 + Self.confidence) / 2, ofSorted: sorted)
            return
        }
        var order = OrderStatistics(means)
        lower = order.quantile((1 - Self.confidence) / 2)
        upper = order.quantile((1 + Self.confidence) / 2)
    }
}
