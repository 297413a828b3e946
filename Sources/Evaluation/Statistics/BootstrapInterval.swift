import RealModule
import SensorModel

/// A 95 % confidence interval of a mean.
///
/// For three or four values, the interval is Student's interval. For at least five values, each bound is computed from
/// a bootstrap-t bound and Student's bound. For a bootstrap-t bound, resamples yield the distribution of the mean's
/// error relative to its standard error (Efron & Tibshirani 1993, section 12.5; Hall 1988, doi:10.1214/aos/1176350933).
/// The more common percentile interval covers only 80 % for five values.
///
/// If the values cannot be negative, the bound that is farther from the mean is used on each side. If the values can be
/// negative, their distribution is often symmetric. A bootstrap-t bound that is closer to the mean than Student's bound
/// is then replaced with a weighted mean of both bounds.
///
/// If the values cannot be negative, Student's interval is computed from the logarithm of the mean. Such values are
/// often skewed, and a small sample rarely contains the largest values.
///
/// The seed is fixed, so the same values yield the same interval on every machine.
///
/// ```swift
/// if let interval = BootstrapInterval(ofMeanOf: [1.2, 0.9, 1.1, 1.4], isSigned: false) {
///     print(interval.lower, interval.upper)
/// }
/// ```
public struct BootstrapInterval: Sendable, Hashable, Codable {
    /// The confidence level of all intervals.
    public static let confidence = 0.95
    /// The number of resamples.
    public static let resamples = 2_000
    /// The minimum number of values, or of blocks of values, for a confidence interval.
    public static let minimumValues = 3
    /// The minimum number of values for resampling. With four values, 1 in 64 resamples repeats a single value.
    static let minimumResampled = 5
    /// The maximum number of blocks into which a series is divided to compute a confidence interval. More blocks would
    /// make the interval 5 % narrower. However, shorter blocks ignore dependence between distant values of the series.
    public static let maximumBlocks = 12
    static let seed: UInt64 = 20_140_901

    /// The lower bound in the values' unit.
    public let lower: Double
    /// The upper bound in the values' unit.
    public let upper: Double

    /// Creates an interval with the given bounds.
    public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Computes the interval of the mean of independent values, such as the results of several recordings. Returns
    /// `nil` for fewer than three values.
    ///
    /// Values are drawn with replacement. Their order does not affect the interval's accuracy. O(resamples · count).
    ///
    /// - Parameters:
    ///   - values: the independent values.
    ///   - isSigned: whether values of this kind, such as differences, can be negative. It may be `true` even if none
    ///     of the given values is negative.
    public init?(ofMeanOf values: [Double], isSigned: Bool) {
        guard let interval = BootstrapMeans(count: values.count).interval(of: values, isSigned: isSigned) else {
            return nil
        }
        self = interval
    }

    /// Computes the interval of the quotient of two means over the same recordings. Returns `nil` for fewer than three
    /// recordings, or if the divisors of a resample add up to 0.
    ///
    /// Recordings are drawn with replacement, each with its value and its divisor. O(resamples · count).
    public init?(ofQuotientOf values: [Double], over divisors: [Double]) {
        precondition(values.count == divisors.count, "each recording has both values")
        guard let interval = BootstrapMeans(count: values.count).interval(of: values, over: divisors) else {
            return nil
        }
        self = interval
    }

    /// Computes the interval of the mean of a series in which neighbouring values are dependent, such as the errors
    /// within one recording. Returns `nil` if the series is shorter than three blocks.
    ///
    /// The series is divided into at most ``maximumBlocks`` blocks of equal length, and the interval is computed from
    /// the blocks' means. A block has at least `blockLength` values and is at least four correlation lengths long.
    ///
    /// If blocks are long compared to the correlation length, their means are almost independent (Carlstein 1986,
    /// doi:10.1214/aos/1176350057). The remaining dependence is corrected under the assumption that it decreases
    /// exponentially with the distance, as in an autoregression. O(count) for short correlation lengths.
    ///
    /// - Parameters:
    ///   - series: the values in order of time.
    ///   - blockLength: the minimum number of values in a block; at least one.
    ///   - isSigned: whether values of this kind can be negative.
    public init?(ofMeanOf series: [Double], blockLength: Int, isSigned: Bool) {
        guard let division = Division(series, blockLength: blockLength) else { return nil }
        let interval = BootstrapMeans(count: division.blocks).interval(
            of: Self.means(of: series, parts: division.blocks),
            isSigned: isSigned,
            varianceFactor: Self.varianceFactor(blocks: division.blocks, correlation: division.correlation)
        )
        guard let interval else { return nil }
        self = interval
    }

    /// Returns an interval for each quantile of a series in which neighbouring values are dependent. An interval is
    /// `nil` if the series is shorter than three blocks, or has too few independent values on one side of the quantile.
    ///
    /// Each interval is computed in two steps (Woodruff 1952, doi:10.1080/01621459.1952.10483443). The first step
    /// computes Student's interval of the share of values up to the quantile. The standard error of the share is
    /// computed from blocks, and the logit of the share is used, so that both ends are between 0 and 1. The second step
    /// returns the quantiles at the two ends of the share's interval. O(n log n).
    ///
    /// - Parameters:
    ///   - fractions: the probabilities of the quantiles.
    ///   - series: the values in order of time.
    ///   - blockLength: the minimum number of values in a block; at least one.
    public static func ofQuantiles(
        _ fractions: [Double],
        of series: [Double],
        blockLength: Int
    ) -> [BootstrapInterval?] {
        guard let division = Division(series, blockLength: blockLength) else { return fractions.map { _ in nil } }
        let independent = 1 / max(2 * division.correlation, 1 / Double(series.count))
        let factor = varianceFactor(blocks: division.blocks, correlation: division.correlation)
        let sorted = series.sorted()
        return fractions.map { fraction in
            guard min(fraction, 1 - fraction) * independent >= minimumBeyond else { return nil }
            let quantile = ErrorStatistics.quantile(fraction, ofSorted: sorted)
            let shares = means(of: series.map { $0 <= quantile ? 1 : 0 }, parts: division.blocks)
            let binomial = fraction * (1 - fraction)
            let ofBlocks = shares.varianceOfMean * factor
            let variance = ofBlocks + weightOfLength * (binomial / independent - ofBlocks)
            let logit = StudentisedEstimate(
                value: .log(fraction / (1 - fraction)),
                standardError: variance.squareRoot() / binomial,
                degreesOfFreedom: Double(division.blocks - 1),
                isPositive: false
            )
            return logit.interval.map { bounds in
                BootstrapInterval(
                    lower: ErrorStatistics.quantile(1 / (1 + .exp(-bounds.lower)), ofSorted: sorted),
                    upper: ErrorStatistics.quantile(1 / (1 + .exp(-bounds.upper)), ofSorted: sorted)
                )
            }
        }
    }

    /// The minimum number of independent values on each side of a quantile.
    private static let minimumBeyond = 10.0
    /// The weight of the variance that follows from the correlation length alone. The remaining weight is that of the
    /// variance from at most twelve blocks, which is uncertain. If only the variance from blocks is used, simulated
    /// 95 % intervals of a 95th percentile contain it in only 92 % of cases.
    private static let weightOfLength = 0.1

    /// The division of a series into blocks.
    private struct Division {
        let blocks: Int
        /// The correlation length as a fraction of the length of the series.
        let correlation: Double

        init?(_ series: [Double], blockLength: Int) {
            precondition(blockLength > 0, "a block has at least one value")
            typealias Interval = BootstrapInterval
            guard series.count >= Interval.minimumValues * blockLength else { return nil }
            let grain = max(1, blockLength / Interval.grainsPerBlock)
            let grains = Interval.means(of: series, parts: series.count / grain)
            let own = Double(grain) * Interval.correlationLength(grains)
            let length = max(Double(blockLength), Interval.correlationLengths * own)
            blocks = min(Interval.maximumBlocks, Int(saturating: Double(series.count) / length))
            guard blocks >= Interval.minimumValues else { return nil }
            correlation = own / Double(series.count)
        }
    }

    /// Returns the ratio of the variance of a series' mean to the variance estimated from independent block means.
    ///
    /// - Parameters:
    ///   - blocks: the number of blocks.
    ///   - correlation: the measured correlation length, as a fraction of the length of the series.
    private static func varianceFactor(blocks: Int, correlation: Double) -> Double {
        guard correlation > 0 else { return 1 }
        // Two standard errors are added to the length, because a short series often underestimates the dependence.
        let length = correlation * (1 + 2 * (2 * correlation).squareRoot())
        // The variance of the mean over a span, for correlations of exp(−distance / length).
        func variance(_ span: Double) -> Double {
            let share = length / span
            return 2 * share * (1 - share * (1 - .exp(-1 / share)))
        }
        let (own, whole) = (variance(1 / Double(blocks)), variance(1))
        return whole * Double(blocks - 1) / (own - whole)
    }

    /// The number of parts into which a block is divided to measure the correlation length. Correlations are computed
    /// between the means of these parts.
    private static let grainsPerBlock = 10
    /// The minimum length of a block in correlation lengths. A larger minimum would leave too few blocks.
    private static let correlationLengths = 4.0
    /// The ratio of standard deviation to mean below which values are considered equal.
    private static let rounding = 1e-10

    /// Divides a series into parts of nearly equal length, and returns the mean of each part.
    private static func means(of series: [Double], parts: Int) -> [Double] {
        (0..<parts).map { part in
            series[series.count * part / parts..<series.count * (part + 1) / parts].compensatedMean
        }
    }

    /// Returns the distance, in values, at which the autocorrelation first falls to 1/e; 0 for equal values. If the
    /// autocorrelation never falls to 1/e, the length of the series is returned.
    private static func correlationLength(_ series: [Double]) -> Double {
        let mean = series.reduce(0, +) / Double(series.count)
        let deviations = series.map { $0 - mean }
        let variance = deviations.reduce(0) { $0 + $1 * $1 }
        guard variance > Double(series.count) * rounding * rounding * mean * mean else { return 0 }
        let limit = Double.exp(-1)
        var before = 1.0
        for distance in 1..<series.count {
            let products = zip(deviations, deviations[distance...]).reduce(0) { $0 + $1.0 * $1.1 }
            let correlation = products / variance
            if correlation < limit { return Double(distance) - (limit - correlation) / (before - correlation) }
            before = correlation
        }
        return Double(series.count)
    }
}

/// An estimate with its standard error, and the studentised errors of its bootstrap resamples.
struct StudentisedEstimate {
    /// The weight w in the variance (v + w s²)/(1 + w) that is used for a resample. v is the variance of the resample's
    /// estimate, and s² that of the original estimate. Without w, the variance would be 0 for a resample that repeats
    /// one value. On average, smoothed resamples have the same effect (Polansky 2000).
    private static let smoothing = 0.04
    /// The factor in the weight of a bootstrap-t bound that is narrower than Student's bound. The result is the
    /// weighted mean of both bounds. The weight of the narrower bound is this factor divided by the degrees of freedom,
    /// such as one half for five values. If values cannot be negative, the weight is 0. A few symmetric values often
    /// look skewed by chance. Without the narrower bound, the intervals would therefore cover 97.3 % instead of 95 %.
    private static let narrowing = 2.0

    /// The estimated value.
    let value: Double
    /// The standard error of the estimate.
    let standardError: Double
    let degreesOfFreedom: Double
    /// A Boolean value that indicates whether the estimate is positive and the data are of a kind that is never
    /// negative.
    let isPositive: Bool
    /// The difference between each resample's estimate and ``value``, divided by the resample's standard error.
    var errors: [Double] = []
    /// The factor by which dependence between the values increases the variance of the estimate; 1 for independent
    /// values. ``standardError`` is computed without this factor.
    var varianceFactor = 1.0

    /// Returns the error of a resample divided by the resample's smoothed standard error.
    ///
    /// - Parameter variance: the squared standard error of the resample.
    func studentised(_ error: Double, variance: Double) -> Double {
        let own = standardError * standardError
        return error / ((max(0, variance) + Self.smoothing * own) / (1 + Self.smoothing)).squareRoot()
    }

    /// The 95 % interval of the estimate; `nil` if a bound is not finite.
    var interval: BootstrapInterval? {
        guard standardError > 0 else {
            return value.isFinite && standardError == 0 ? BootstrapInterval(lower: value, upper: value) : nil
        }
        let error = standardError * varianceFactor.squareRoot()
        var bounds = student(error)
        if !errors.isEmpty {
            let sorted = errors.sorted()
            let tail = (1 - BootstrapInterval.confidence) / 2
            let lower = value - ErrorStatistics.quantile(1 - tail, ofSorted: sorted) * error
            let upper = value - ErrorStatistics.quantile(tail, ofSorted: sorted) * error
            let share = isPositive ? 0 : Self.narrowing / degreesOfFreedom
            let widest = (min(bounds.lower, isPositive ? max(0, lower) : lower), max(bounds.upper, upper))
            bounds = (widest.0 + share * (lower - widest.0), widest.1 + share * (upper - widest.1))
        }
        guard bounds.lower.isFinite, bounds.upper.isFinite else { return nil }
        return BootstrapInterval(lower: bounds.lower, upper: bounds.upper)
    }

    private func student(_ error: Double) -> (lower: Double, upper: Double) {
        let quantile = StudentDistribution.twoSidedQuantile(
            tails: 1 - BootstrapInterval.confidence,
            degreesOfFreedom: degreesOfFreedom
        )
        let width = quantile * error
        guard isPositive else { return (value - width, value + width) }
        return (value * .exp(-width / value), value * .exp(width / value))
    }
}
