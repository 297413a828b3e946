import SensorModel

/// Bootstrap intervals of many means over the same number of values, such as a table of pipelines over recordings.
///
/// The resamples of ``BootstrapInterval`` depend only on the number of values. They are drawn once, and each interval is
/// a product of a matrix and a vector. The intervals agree with those of ``BootstrapInterval`` up to rounding.
///
/// ```swift
/// let means = BootstrapMeans(count: 126)
/// let intervals = tables.map { means.interval(of: $0) }
/// ```
public struct BootstrapMeans: Sendable {
    /// The number of values of each mean.
    public let count: Int
    /// How often each value is drawn, by resample and position.
    private let weights: [Double]

    /// Draws the resamples. O(resamples · count) time and memory.
    ///
    /// - Parameters:
    ///   - count: the number of values of each mean; not negative.
    ///   - stream: the number of the resamples. Different ones are independent, as different strata need.
    public init(count: Int, stream: UInt64 = 0) {
        precondition(count >= 0, "the number of values is not negative")
        self.count = count
        guard count >= BootstrapInterval.fewestValues else {
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

    /// The interval of the mean of independent values; nil with fewer than three, and for an infinite mean.
    ///
    /// O(resamples · count), about 0.1 ms for a hundred values.
    public func interval(of values: [Double]) -> BootstrapInterval? {
        means(of: values).flatMap { BootstrapInterval(ofMeans: $0) }
    }

    /// The means of the resamples, in their order; nil with fewer than three values.
    ///
    /// O(resamples · count), about 0.1 ms for a hundred values.
    package func means(of values: [Double]) -> [Double]? {
        precondition(values.count == count, "as many values as the resamples have")
        guard count >= BootstrapInterval.fewestValues else { return nil }
        let sorted = values.sorted()
        return weights.withUnsafeBytes { weights in
            sorted.withUnsafeBytes { sorted in
                (0..<BootstrapInterval.resamples).map { resample in
                    Self.product(weights, from: resample * count, sorted, count: count) / Double(count)
                }
            }
        }
    }

    /// The scalar product of numbers from an index on with as many others.
    private static func product(
        _ weights: UnsafeRawBufferPointer,
        from first: Int,
        _ values: UnsafeRawBufferPointer,
        count: Int
    ) -> Double {
        let size = MemoryLayout<Double>.stride
        var sums = SIMD8<Double>.zero
        var place = 0
        while place + 8 <= count {
            let weight = weights.loadUnaligned(fromByteOffset: (first + place) * size, as: SIMD8<Double>.self)
            sums += weight * values.loadUnaligned(fromByteOffset: place * size, as: SIMD8<Double>.self)
            place += 8
        }
        var sum = sums.sum()
        while place < count {
            sum +=
                weights.load(fromByteOffset: (first + place) * size, as: Double.self)
                * values.load(fromByteOffset: place * size, as: Double.self)
            place += 1
        }
        return sum
    }
}
