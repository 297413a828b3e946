import Recordings
public import SensorModel

/// The sampling of a stream: its rate, jitter and gaps.
public struct StreamTiming: Sendable, Hashable {
    /// The multiple of the median interval above which an interval is a gap.
    public static let gapFactor = 3.0

    /// A gap between two samples.
    public struct Gap: Sendable, Hashable, Encodable {
        /// The time of the last sample before the gap, in seconds.
        public var start: Seconds
        /// The length of the gap in seconds.
        public var length: Seconds

        private enum CodingKeys: String, CodingKey {
            case start = "start_s"
            case length = "length_s"
        }
    }

    /// The number of samples.
    public let count: Int
    /// The time from the first sample to the last, in seconds.
    public let span: Seconds
    /// The mean rate of the stream in samples per second; `nil` with fewer than two distinct times.
    public let meanRate: Hertz?
    /// The median of the sampling intervals above 0, in seconds; `nil` if all samples have the same time.
    public let medianInterval: Seconds?
    /// The standard deviation of the sampling intervals in seconds, without gaps and intervals of 0; `nil` if all
    /// samples have the same time.
    public let jitter: Seconds?
    /// The number of intervals that are longer than ``gapFactor`` times the median interval.
    public let gapCount: Int
    /// The longest gap; `nil` without gaps.
    public let longestGap: Gap?
    /// The number of samples with the same time as the previous sample.
    public let duplicates: Int

    /// Computes the rate, jitter and gaps of a stream from the sampling times. O(n).
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
        jitter = regular.lazy.map { $0 - mean }.rootMeanSquare
    }

    /// A Boolean value that indicates whether many samples repeat a timestamp or follow a gap.
    var isUneven: Bool { Double(gapCount + duplicates) > Self.maximumUnevenShare * Double(count) }

    /// The share of irregular samples above which a stream counts as uneven. Irregular samples repeat a timestamp or
    /// follow a gap.
    private static let maximumUnevenShare = 0.02

    /// The rate as text, such as `100 Hz`. If the intervals are so uneven that their median differs from the mean rate,
    /// the text contains both, such as `51.2 Hz on average, 76.9 Hz by the median interval`. The result is `nil` if all samples
    /// have the same time.
    package var rateWords: String? {
        guard let meanRate, let medianInterval else { return nil }
        let median = CheckText.number(1 / medianInterval)
        guard abs(meanRate * medianInterval - 1) > Self.maximumRateDifference else {
            // Rounded times shift the median.
            return gapCount == 0 ? "\(CheckText.number(meanRate)) Hz" : "\(median) Hz"
        }
        return "\(CheckText.number(meanRate)) Hz on average, \(median) Hz by the median interval"
    }

    /// The relative difference from which the mean rate is stated in addition to the rate of the median interval.
    private static let maximumRateDifference = 0.05

    /// Returns the median of the sampling intervals above 0, or `nil` if all samples have the same time. O(n).
    public static func medianInterval(of times: [Seconds]) -> Seconds? {
        var intervals: [Seconds] = []
        intervals.reserveCapacity(times.count)
        for (time, next) in zip(times, times.dropFirst()) where next > time { intervals.append(next - time) }
        return intervals.isEmpty ? nil : ErrorStatistics.median(of: intervals)
    }
}

/// The sampling times of one stream of a recording.
struct StampedStream {
    let kind: StreamKind
    let times: [Seconds]

    /// The range from the first time to the last; `nil` without samples.
    var range: ClosedRange<Seconds>? {
        guard let first = times.first, let last = times.last else { return nil }
        return first...last
    }
}

extension Recording {
    /// The sampling times of each stream of the recording.
    var stampedStreams: [StampedStream] {
        let times: [(StreamKind, [Seconds]?)] = [
            (.accelerometer, accelerometer?.times), (.gyroscope, gyroscope?.times),
            (.magnetometer, magnetometer?.times), (.heading, heading?.times), (.location, location?.times),
            (.attitude, attitude?.times), (.pose, pose?.times), (.reference, reference?.times),
            (.waypoints, waypoints?.times),
        ]
        return times.compactMap { kind, times in times.map { StampedStream(kind: kind, times: $0) } }
    }
}
