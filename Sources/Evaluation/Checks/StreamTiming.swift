import Recordings
public import SensorModel

/// How steadily a stream was sampled.
public struct StreamTiming: Sendable, Hashable {
    /// A gap is longer than this many median intervals.
    public static let gapFactor = 3.0

    public struct Gap: Sendable, Hashable, Encodable {
        public var start: Seconds
        public var length: Seconds

        private enum CodingKeys: String, CodingKey {
            case start = "start_s"
            case length = "length_s"
        }
    }

    public let count: Int
    /// From the first sample to the last.
    public let span: Seconds
    /// Samples per second over the whole stream; nil with fewer than two moments.
    public let meanRate: Hertz?
    /// Of the intervals that are not 0.
    public let medianInterval: Seconds?
    /// The standard deviation of the intervals that are not 0, without gaps.
    public let jitter: Seconds?
    /// Intervals longer than ``gapFactor`` median intervals.
    public let gapCount: Int
    /// The longest of all gaps.
    public let longestGap: Gap?
    /// Stamps that are equal to the one before.
    public let duplicates: Int

    public init(_ times: [Seconds]) {
        count = times.count
        span = (times.last ?? 0) - (times.first ?? 0)
        meanRate = span > 0 ? Double(times.count - 1) / span : nil
        duplicates = zip(times, times.dropFirst()).count { $0 == $1 }
        guard let median = Self.medianInterval(of: times) else {
            (medianInterval, jitter, gapCount, longestGap) = (nil, nil, 0, nil)
            return
        }
        medianInterval = median
        let gaps = zip(times, times.dropFirst()).filter { $1 - $0 > Self.gapFactor * median }
        gapCount = gaps.count
        longestGap = gaps.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { Gap(start: $0.0, length: $0.1 - $0.0) }
        let regular = zip(times, times.dropFirst()).map { $1 - $0 }
            .filter { $0 > 0 && $0 <= Self.gapFactor * median }
        let mean = Double.mean(of: regular) ?? median
        jitter = regular.map { $0 - mean }.rootMeanSquare
    }

    /// Whether more samples than a few are at one moment or behind a gap.
    var isUneven: Bool { Double(gapCount + duplicates) > Self.mostUneven * Double(count) }

    /// Of samples.
    private static let mostUneven = 0.02

    /// The median of the intervals that are not 0; nil where there is none.
    public static func medianInterval(of times: [Seconds]) -> Seconds? {
        var intervals: [Seconds] = []
        intervals.reserveCapacity(times.count)
        for (before, time) in zip(times, times.dropFirst()) where time - before > 0 { intervals.append(time - before) }
        return intervals.isEmpty ? nil : ErrorStatistics.median(of: intervals)
    }
}

/// The times of one stream of a recording.
struct StampedStream {
    let kind: StreamKind
    let times: [Seconds]

    /// From the first to the last; nil without samples.
    var range: ClosedRange<Seconds>? {
        guard let first = times.first, let last = times.last else { return nil }
        return first...last
    }
}

extension Recording {
    /// The times of every stream that there is.
    var stampedStreams: [StampedStream] {
        let times: [(StreamKind, [Seconds]?)] = [
            (.accelerometer, accelerometer?.times), (.gyroscope, gyroscope?.times),
            (.magnetometer, magnetometer?.times), (.heading, heading?.times), (.location, location?.times),
            (.attitude, attitude?.times), (.pose, pose?.times), (.reference, reference?.times),
        ]
        return times.compactMap { kind, times in times.map { StampedStream(kind: kind, times: $0) } }
    }
}
