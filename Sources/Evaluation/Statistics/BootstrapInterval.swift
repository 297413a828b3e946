import SensorModel

/// A 95 % percentile-bootstrap interval of a mean: what the mean might have been with other data of the same kind.
///
/// Efron 1979, doi:10.1214/aos/1176344552; Efron & Tibshirani 1993, chapter 13. The same seed every time: the same
/// values give the same interval on every machine.
public struct BootstrapInterval: Sendable, Hashable, Codable {
    public static let confidence = 0.95
    public static let resamples = 2_000
    /// With fewer values, or fewer blocks, there is no interval.
    public static let fewestValues = 3
    static let seed: UInt64 = 20_140_901

    /// In the values' unit, as is ``upper``.
    public let lower: Double
    public let upper: Double

    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The interval of the mean of independent values, such as the figures of several recordings: values are drawn
    /// with replacement. Nil of fewer than three. Their order does not matter.
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

    /// The interval of the quotient of two means over the same recordings: recordings are drawn with replacement, each
    /// with both of its values. Nil of fewer than three, and where a drawn divisor is 0.
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

    /// The interval of the mean of a series whose neighbours depend on each other, such as the errors within one
    /// recording: blocks of neighbours are drawn with replacement from all places, as many as the series is long, the
    /// last one cut. Nil where the series is shorter than three blocks.
    ///
    /// The moving-block bootstrap of Künsch 1989, doi:10.1214/aos/1176347265. Dependence over more than a block is not
    /// seen: the interval is then too narrow. O(count + resamples · count/blockLength).
    ///
    /// - Parameters:
    ///   - series: the values in the order of time.
    ///   - blockLength: in values, at least one.
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

    /// - Parameter mean: the mean of one resample.
    private init(_ mean: (inout SplitMix64) -> Double) {
        var generator = SplitMix64(seed: Self.seed)
        let means = (0..<Self.resamples).map { _ in mean(&generator) }.sorted()
        lower = ErrorStatistics.quantile((1 - Self.confidence) / 2, ofSorted: means)
        upper = ErrorStatistics.quantile((1 + Self.confidence) / 2, ofSorted: means)
    }
}
