public import SensorModel

/// The overlapping Allan deviation of a sensor at rest: the RMS difference, divided by √2, between successive means
/// over τ seconds.
///
/// Source: Riley 2008, section 5.2.4, equation 11. The phase x in this equation is the integral of the samples: the
/// angle for a gyroscope, the velocity for an accelerometer.
///
/// ```swift
/// let deviation = AllanDeviation(rates, interval: 0.01)
/// for point in deviation.points { print(point.seconds, point.deviation) }
/// ```
public struct AllanDeviation: Sendable, Hashable {
    /// The Allan deviation for one averaging time.
    public struct Point: Sendable, Hashable {
        /// The averaging time τ in seconds.
        public var seconds: Seconds
        /// The Allan deviation in the unit of the samples.
        public var deviation: Double
        /// The number of averaged differences between successive means.
        public var count: Int
    }

    /// The Allan deviations, ordered by averaging time.
    public let points: [Point]

    /// Computes the Allan deviation of evenly spaced samples. O(n) per averaging time.
    ///
    /// - Parameters:
    ///   - samples: the samples of one axis.
    ///   - interval: the sampling interval in seconds.
    ///   - sizes: the numbers of samples per mean. Sizes with fewer than three successive means are omitted.
    public init(_ samples: [Double], interval: Seconds, sizes: [Int]) {
        precondition(interval > 0, "the sampling interval is positive")
        // The mean does not affect the deviation. Its removal keeps the sums small and exact.
        let mean = Double.mean(of: samples) ?? 0
        var phase = [0.0]
        phase.reserveCapacity(samples.count + 1)
        var sum = CompensatedSum(0)
        for sample in samples {
            sum.add((sample - mean) * interval)
            phase.append(sum.value)
        }
        points = sizes.compactMap { Self.point(phase, $0, interval) }
    }

    /// Computes the Allan deviation of evenly spaced samples for ten averaging times per decade, up to a third of the
    /// total time.
    public init(_ samples: [Double], interval: Seconds) {
        self.init(samples, interval: interval, sizes: Self.sizes(of: samples.count))
    }

    private static func point(_ phase: [Double], _ size: Int, _ interval: Seconds) -> Point? {
        let count = phase.count - 2 * size
        guard size > 0, count > size else { return nil }
        var squares = CompensatedSum(0)
        for index in 0..<count {
            let difference = phase[index + 2 * size] - 2 * phase[index + size] + phase[index]
            squares.add(difference * difference)
        }
        let tau = Double(size) * interval
        // Equation 11: σ²(mτ₀) = Σ (x_{n+2m} − 2x_{n+m} + x_n)² / (2 (mτ₀)² (N − 2m)).
        let variance = squares.value / (2 * tau * tau * Double(count))
        return Point(seconds: tau, deviation: variance.squareRoot(), count: count)
    }

    private static func sizes(of count: Int) -> [Int] {
        var sizes: [Int] = []
        var size = 1.0
        while Int(size) * 3 <= count {
            if sizes.last != Int(size) { sizes.append(Int(size)) }
            size *= stepFactor
        }
        return sizes
    }

    /// The ratio of successive averaging times: 10^(1/10), for ten points per decade.
    private static let stepFactor = 1.258_925_411_794_167_2
}
