import RealModule
import Recordings
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
        /// The number of differences between successive means. The deviation is computed from the mean of the squared
        /// differences.
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

/// The noise coefficients of a sensor, from the slopes of its Allan deviation on a double logarithmic scale.
///
/// IEEE Std 952 (IEEE 1997), annex C: white noise has the slope −1/2, flicker noise the slope 0, and a random walk of
/// the bias the slope +1/2.
public struct AllanCoefficients: Sendable, Hashable, Encodable {
    /// The coefficient of white noise: the Allan deviation at τ = 1 s on the line of slope −1/2, in the samples' unit
    /// times √s.
    public var randomWalk: Measured
    /// The bias instability: the minimum Allan deviation divided by 0.664 (= √(2 ln 2/π)), in the samples' unit.
    public var biasInstability: Measured
    /// The coefficient of the bias's random walk: the Allan deviation at τ = 3 s on the line of slope +1/2, in the
    /// samples' unit per √s.
    public var rateRandomWalk: Measured

    private enum CodingKeys: String, CodingKey {
        case randomWalk = "random_walk"
        case biasInstability = "bias_instability"
        case rateRandomWalk = "rate_random_walk"
    }

    /// The tolerance for a slope of the Allan deviation on logarithmic axes. A slope counts as −1/2 or +1/2 if it
    /// deviates by less than this tolerance.
    private static let slopeTolerance = 0.15
    /// The ratio of a rest's length to the longest averaging time that is used. At this averaging time, the Allan
    /// deviation has an error of about 25 %.
    static let partsOfLongestTime = 9.0
    private static let flickerFactor = 0.664

    /// Determines the coefficients. O(points).
    ///
    /// - Parameters:
    ///   - allan: the Allan deviation by averaging time.
    ///   - duration: the length of the rest, in seconds.
    public init(_ allan: AllanDeviation, duration: Double) {
        let points = allan.points.filter { $0.seconds * Self.partsOfLongestTime <= duration && $0.deviation > 0 }
        guard points.count > 2, let last = points.last else {
            let reason = Measured.unknown("a rest of \(CheckText.number(duration)) s is too short")
            (randomWalk, biasInstability, rateRandomWalk) = (reason, reason, reason)
            return
        }
        let reach = "up to \(CheckText.number(last.seconds)) s, a ninth of the rest's length"
        // N = σ(τ) √τ on the line of slope −1/2.
        randomWalk =
            Self.point(points, slope: -0.5).map { .value($0.deviation * $0.seconds.squareRoot()) }
            ?? .unknown("no part of the Allan deviation falls with slope -1/2 (\(reach))")
        let lowest = points.min { $0.deviation < $1.deviation } ?? last
        biasInstability =
            lowest.seconds < last.seconds
            ? .value(lowest.deviation / Self.flickerFactor)
            : .unknown("the Allan deviation has no minimum (\(reach))")
        // K = σ(τ) √(3/τ) on the line of slope +1/2.
        let rising = points.drop { $0.seconds <= lowest.seconds }
        rateRandomWalk =
            Self.point(Array(rising), slope: 0.5).map { .value($0.deviation * (3 / $0.seconds).squareRoot()) }
            ?? .unknown("no part of the Allan deviation rises with slope +1/2 (\(reach))")
    }

    /// Returns the first point where the Allan deviation has the given slope, or `nil` if no point has this slope. The
    /// first point is the most precise.
    private static func point(_ points: [AllanDeviation.Point], slope: Double) -> AllanDeviation.Point? {
        guard points.count > 2 else { return nil }
        let index = (1..<points.count - 1).first { index in
            let (before, after) = (points[index - 1], points[index + 1])
            let rise = Double.log(after.deviation / before.deviation)
            return abs(rise / Double.log(after.seconds / before.seconds) - slope) < slopeTolerance
        }
        return index.map { points[$0] }
    }
}

/// A value, or the reason why it is unknown.
public enum Measured: Sendable, Hashable {
    /// The value.
    case value(Double)
    /// The reason why the value is unknown.
    case unknown(String)

    /// The value; `nil` if it is unknown.
    public var value: Double? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Measured: Encodable {
    /// Writes `{"value": 0.1}`, or `{"value": null, "reason": "…"}`.
    public func encode(to encoder: any Encoder) throws {
        let object: JSONObject =
            switch self {
            case .value(let value) where value.isFinite: ["value": value]
            case .value: ["value": nil, "reason": "the result is not a finite number"]
            case .unknown(let reason): ["value": nil, "reason": reason]
            }
        try object.encode(to: encoder)
    }
}

/// The noise of one axis of a sensor at rest.
public struct NoiseInspection: Sendable, Hashable, Encodable {
    /// The axis: `x`, `y` or `z`.
    public var axis: String
    /// The unit of the samples.
    public var unit: String
    /// The standard deviation of the samples during the longest rest, in ``unit``.
    public var deviation: Measured
    /// The noise coefficients of the samples during the longest rest.
    public var allan: AllanCoefficients

    private enum CodingKeys: String, CodingKey {
        case axis
        case unit
        case deviation = "std"
        case allan
    }

    /// Returns the noise of all three axes during the longest rest.
    static func axes(of stream: SensorStream<Vector3>, unit: String, during rests: RestSegments) -> [NoiseInspection] {
        guard let rest = rests.longest else {
            let reason = rests.reasonWithout.map { ": \($0)" } ?? ""
            return axes(unit, "no rest of \(CheckText.number(RestSegments.shortest)) s is detected\(reason)")
        }
        let inside = stream.times.indices.filter { rest.contains(stream.times[$0]) && stream.values[$0].isFinite }
        let times = inside.map { stream.times[$0] }
        let timing = StreamTiming(times)
        guard let interval = timing.medianInterval, inside.count >= CheckEvidence.minimumSamples else {
            return axes(unit, "fewer than \(CheckEvidence.minimumSamples) samples in the longest rest")
        }
        let axes: [(String, KeyPath<Vector3, Double>)] = [("x", \.x), ("y", \.y), ("z", \.z)]
        let duration = rest.upperBound - rest.lowerBound
        let uneven = timing.isUneven
        return axes.map { name, component in
            let values = inside.map { stream.values[$0][keyPath: component] }
            let deviation = RunningStatistics(values).deviation
            let allan = AllanDeviation(uneven ? [] : values, interval: interval)
            return NoiseInspection(
                axis: name,
                unit: unit,
                deviation: deviation.map(Measured.value) ?? .unknown("one sample"),
                allan: uneven
                    ? AllanCoefficients(unknown: "the samples are not evenly spaced")
                    : AllanCoefficients(allan, duration: duration)
            )
        }
    }

    private static func axes(_ unit: String, _ reason: String) -> [NoiseInspection] {
        ["x", "y", "z"].map { axis in
            NoiseInspection(
                axis: axis,
                unit: unit,
                deviation: .unknown(reason),
                allan: AllanCoefficients(unknown: reason)
            )
        }
    }
}

extension AllanCoefficients {
    init(unknown reason: String) {
        (randomWalk, biasInstability, rateRandomWalk) = (.unknown(reason), .unknown(reason), .unknown(reason))
    }
}
