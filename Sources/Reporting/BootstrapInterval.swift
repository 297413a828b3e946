import Evaluation
import SensorModel

/// A percentile-bootstrap interval of a mean: what the mean might have been with other recordings of the same kind.
///
/// Efron, Tibshirani: An Introduction to the Bootstrap. 1993, chapter 13. Recordings are drawn with replacement.
struct BootstrapInterval: Sendable, Hashable {
    static let confidence = 0.95
    static let resamples = 2_000
    /// With fewer values there is no interval.
    static let fewestValues = 3
    private static let seed: UInt64 = 20_140_901

    let lower: Double
    let upper: Double

    /// The interval of the mean of `values`; nil of fewer than three. Their order does not matter.
    ///
    /// O(resamples · count).
    init?(ofMeanOf values: [Double]) {
        guard values.count >= Self.fewestValues else { return nil }
        let sorted = values.sorted()
        var generator = SplitMix64(seed: Self.seed)
        var means: [Double] = []
        means.reserveCapacity(Self.resamples)
        for _ in 0..<Self.resamples {
            var sum = 0.0
            for _ in sorted.indices { sum += sorted[generator.nextIndex(below: sorted.count)] }
            means.append(sum / Double(sorted.count))
        }
        means.sort()
        lower = ErrorStatistics.quantile((1 - Self.confidence) / 2, ofSorted: means)
        upper = ErrorStatistics.quantile((1 + Self.confidence) / 2, ofSorted: means)
    }
}
