import SensorModel

/// Bootstrap intervals of many means, such as one mean per pipeline. All means have the same number of values.
///
/// The resamples depend only on this number, so they are drawn once for all means. Each interval then needs two
/// products of the matrix of resamples with a vector: the deviations from the mean, and their squares.
///
/// ```swift
/// let means = BootstrapMeans(count: 126)
/// let intervals = tables.map { means.interval(of: $0, isSigned: false) }
/// ```
public struct BootstrapMeans: Sendable {
    /// The number of values per mean.
    public let count: Int
    /// The number of times that each value is drawn, ordered by resample and then by value; empty if there are too few
    /// values to resample.
    private let weights: [Double]

    /// Draws the resamples. O(resamples · count) time and memory.
    ///
    /// - Parameters:
    ///   - count: the number of values per mean; not negative.
    ///   - stream: the number of the random number sequence. Different strata need different numbers, so that their
    ///     resamples are independent.
    public init(count: Int, stream: UInt64 = 0) {
        precondition(count >= 0, "the number of values is not negative")
        self.count = count
        guard count >= BootstrapInterval.minimumResampled else {
            weights = []
            return
        }
        var generator = SplitMix64(seed: BootstrapInterval.seed &+ stream)
        var weights = [Double](repeating: 0, count: BootstrapInterval.resamples * count)
        for resample in 0..<BootstrapInterval.resamples {
            for _ in 0..<count { weights[resample * count + generator.nextIndex(below: count)] += 1 }
        }
        self.weights = weights
    }

    /// Returns the 95 % interval of the mean of independent values. Returns `nil` for fewer than three values, or if a
    /// value is not finite.
    ///
    /// O(resamples · count), about 0.2 ms for a hundred values.
    ///
    /// - Parameters:
    ///   - values: ``count`` values.
    ///   - isSigned: whether values of this kind can be negative, even if the given values are not.
    public func interval(of values: [Double], isSigned: Bool) -> BootstrapInterval? {
        interval(of: values, isSigned: isSigned, varianceFactor: 1)
    }

    /// Returns the 95 % interval of the mean of slightly dependent values.
    ///
    /// - Parameters:
    ///   - values: ``count`` values.
    ///   - isSigned: whether values of this kind can be negative, even if the given values are not.
    ///   - varianceFactor: the ratio of the mean's variance to the variance for independent values.
    func interval(of values: [Double], isSigned: Bool, varianceFactor: Double) -> BootstrapInterval? {
        var estimate = Self.estimate(ofStrata: [(self, values)], isSigned: isSigned)
        estimate?.varianceFactor = varianceFactor
        return estimate?.interval
    }

    /// Returns the 95 % interval of the mean of several strata's means, where a stratum is, for example, a dataset.
    /// Returns `nil` if a stratum has fewer than three values.
    ///
    /// - Parameters:
    ///   - strata: the resamples and the values of at least one stratum.
    ///   - isSigned: whether values of this kind can be negative.
    package static func interval(
        ofStrata strata: [(means: BootstrapMeans, values: [Double])],
        isSigned: Bool
    ) -> BootstrapInterval? {
        estimate(ofStrata: strata, isSigned: isSigned)?.interval
    }

    private static func estimate(
        ofStrata strata: [(means: BootstrapMeans, values: [Double])],
        isSigned: Bool
    ) -> StudentisedEstimate? {
        let moments = strata.compactMap { $0.means.moments(of: $0.values) }
        guard moments.count == strata.count, !moments.isEmpty else { return nil }
        let share = 1 / Double(strata.count)
        let variances = moments.map { share * share * $0.variance }
        let variance = variances.reduce(0, +)
        let mean = moments.count == 1 ? moments[0].mean : moments.reduce(0) { $0 + share * $1.mean }
        guard mean.isFinite, variance.isFinite else { return nil }
        var estimate = StudentisedEstimate(
            value: mean,
            standardError: variance.squareRoot(),
            degreesOfFreedom: freedom(of: variances, strata.map(\.values.count)),
            isPositive: !isSigned && mean > 0 && strata.allSatisfy { $0.values.allSatisfy { $0 >= 0 } }
        )
        // If a stratum has no resamples, Student's interval is returned.
        if moments.allSatisfy({ !$0.resamples.isEmpty }) {
            estimate.errors = (0..<BootstrapInterval.resamples).map { resample in
                let error = moments.reduce(0) { $0 + share * $1.resamples[resample].error }
                let variance = moments.reduce(0) { $0 + share * share * $1.resamples[resample].variance }
                return estimate.studentised(error, variance: variance)
            }
        }
        return estimate
    }

    /// Returns the degrees of freedom of a sum of variances, by the approximation of Welch 1947,
    /// doi:10.1093/biomet/34.1-2.28.
    private static func freedom(of variances: [Double], _ counts: [Int]) -> Double {
        let minimum = Double(counts.reduce(counts[0], min) - 1)
        guard variances.count > 1 else { return minimum }
        let sum = variances.reduce(0, +)
        let divisor = zip(variances, counts).reduce(0) { $0 + $1.0 * $1.0 / Double($1.1 - 1) }
        return divisor > 0 ? max(minimum, sum * sum / divisor) : minimum
    }

    /// Returns the 95 % interval of the quotient of two means; see ``BootstrapInterval/init(ofQuotientOf:over:)``.
    func interval(of values: [Double], over divisors: [Double]) -> BootstrapInterval? {
        precondition(values.count == count && divisors.count == count, "the number of values is that of the resamples")
        guard count >= BootstrapInterval.minimumValues else { return nil }
        let (number, freedom) = (Double(count), Double(count - 1))
        let divisor = divisors.reduce(0, +) / number
        let quotient = values.reduce(0, +) / number / divisor
        // The error of a quotient q is about the mean of (x − q y)/ȳ.
        let squares = zip(values, divisors).reduce(0) { sum, pair in
            let rest = pair.0 - quotient * pair.1
            return sum + rest * rest
        }
        let variance = squares / freedom / number / (divisor * divisor)
        guard quotient.isFinite, variance.isFinite else { return nil }
        var estimate = StudentisedEstimate(
            value: quotient,
            standardError: variance.squareRoot(),
            degreesOfFreedom: freedom,
            isPositive: quotient > 0 && (values + divisors).allSatisfy { $0 >= 0 }
        )
        guard !weights.isEmpty, estimate.standardError > 0 else { return estimate.interval }
        let vectors = [
            values, divisors, zip(values, values).map(*), zip(values, divisors).map(*), zip(divisors, divisors).map(*),
        ]
        let means = vectors.map { products($0) }
        estimate.errors = (0..<BootstrapInterval.resamples).map { resample in
            let own = means[0][resample] / means[1][resample]
            let squares = means[2][resample] - 2 * own * means[3][resample] + own * own * means[4][resample]
            let variance = squares / freedom / (means[1][resample] * means[1][resample])
            return estimate.studentised(own - quotient, variance: variance)
        }
        guard estimate.errors.allSatisfy(\.isFinite) else { return nil }
        return estimate.interval
    }

    /// The mean of a sample of values, and the squared standard error of this mean. `resamples` contains, for each
    /// resample, the difference from the mean and the squared standard error.
    private struct Moments {
        let mean: Double
        let variance: Double
        var resamples: [(error: Double, variance: Double)] = []
    }

    private func moments(of values: [Double]) -> Moments? {
        precondition(values.count == count, "the number of values is that of the resamples")
        guard count >= BootstrapInterval.minimumValues else { return nil }
        let sorted = values.sorted()
        let (number, freedom) = (Double(count), Double(count - 1))
        // This sum is exact if all values are equal.
        let mean = sorted[0] + sorted.reduce(0) { $0 + ($1 - sorted[0]) } / number
        let deviations = sorted.map { $0 - mean }
        let squares = deviations.map { $0 * $0 }
        var moments = Moments(mean: mean, variance: squares.reduce(0, +) / freedom / number)
        guard !weights.isEmpty, moments.variance.isFinite else { return moments }
        moments.resamples = zip(products(deviations), products(squares)).map { error, square in
            (error, (square - error * error) / freedom)
        }
        return moments
    }

    /// Returns the mean of the drawn values for each resample.
    private func products(_ values: [Double]) -> [Double] {
        weights.withUnsafeBytes { weights in
            values.withUnsafeBytes { values in
                (0..<BootstrapInterval.resamples).map { resample in
                    Self.product(weights, from: resample * count, values, count: count) / Double(count)
                }
            }
        }
    }

    /// Returns the scalar product of `count` values and `count` weights, starting at the weight with index `first`.
    private static func product(
        _ weights: UnsafeRawBufferPointer,
        from first: Int,
        _ values: UnsafeRawBufferPointer,
        count: Int
    ) -> Double {
        let size = MemoryLayout<Double>.stride
        var sums = SIMD8<Double>.zero
        var offset = 0
        while offset + 8 <= count {
            let weight = weights.loadUnaligned(fromByteOffset: (first + offset) * size, as: SIMD8<Double>.self)
            sums += weight * values.loadUnaligned(fromByteOffset: offset * size, as: SIMD8<Double>.self)
            offset += 8
        }
        var sum = sums.sum()
        while offset < count {
            sum +=
                weights.load(fromByteOffset: (first + offset) * size, as: Double.self)
                * values.load(fromByteOffset: offset * size, as: Double.self)
            offset += 1
        }
        return sum
    }
}
