public import SensorModel

/// The overlapping Allan deviation of a sensor at rest: the typical difference between successive means over τ seconds.
///
/// Source: Riley 2008, section 5.2.4, equation 11. The phase x is the angle for a gyroscope and the velocity for an
/// accelerometer.
///
/// ```swift
/// let deviation = AllanDeviation(rates, interval: 0.01)
/// for point in deviation.points { print(point.seconds, point.deviation) }
/// ```
public struct AllanDeviation: Sendable, Hashable {
    /// The deviation at one averaging time.
    public struct Point: Sendable, Hashable {
        /// The averaging time τ.
        public var seconds: Seconds
        /// The Allan deviation in the unit of the samples.
        public var deviation: Double
        /// The number of differences that the deviation averages.
        public var count: Int
    }

    /// The deviations in order of increasing τ.
    public let points: [Point]

    /// Computes the deviation of evenly spaced samples for the given numbers of samples per mean. Sizes with fewer than
    /// three successive means are omitted. O(n) per point.
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

    /// Computes the deviation of evenly spaced samples at sizes that increase by a factor of about 10^(1/10), up to a
    /// third of the samples.
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

    /// 10^(1/10): ten points per decade.
    private static let stepFactor = 1.258_925_411_794_167_2
}
