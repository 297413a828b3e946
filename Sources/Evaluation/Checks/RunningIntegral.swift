import Recordings
import SensorModel

/// The integral of a sensor's vectors over time, from which means over any span are computed.
///
/// The integral uses the trapezoidal rule.
struct RunningIntegral {
    /// The maximum interval between two samples in seconds. A longer interval is a gap, for which no mean is computed.
    private static let longestGap: Seconds = 0.25

    private struct Sample {
        let time: Seconds
        let value: Vector3
        /// The integral of the sensor's vectors from the first sample to this sample.
        let sum: Vector3
        /// The number of gaps before the sample.
        let gaps: Int
    }

    private var samples: [Sample] = []

    /// Integrates the samples. Samples that are not finite, or not later than the previous sample, are skipped. O(n).
    init(_ stream: SensorStream<Vector3>) {
        samples.reserveCapacity(stream.count)
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            guard let last = samples.last else {
                samples.append(Sample(time: time, value: value, sum: .zero, gaps: 0))
                continue
            }
            guard time > last.time else { continue }
            let area = (last.value + value) * (0.5 * (time - last.time))
            let gaps = last.gaps + (time - last.time > Self.longestGap ? 1 : 0)
            samples.append(Sample(time: time, value: value, sum: last.sum + area, gaps: gaps))
        }
    }

    /// The indices of the samples at which the search for the next span begins.
    struct Cursor {
        fileprivate var start = 0
        fileprivate var end = 0
    }

    /// Returns the mean of the vectors over a span of time, or `nil` if the span contains a gap or extends beyond the
    /// samples.
    ///
    /// O(samples between the cursor and the span).
    ///
    /// - Parameters:
    ///   - start: the start of the span in seconds.
    ///   - end: the end of the span in seconds.
    ///   - cursor: the position of the previous span, which the method replaces by the position of this span.
    func mean(from start: Seconds, to end: Seconds, near cursor: inout Cursor) -> Vector3? {
        guard end > start, let low = position(of: start, near: &cursor.start),
            let high = position(of: end, near: &cursor.end),
            samples[low.index].gaps == samples[min(high.index + 1, samples.count - 1)].gaps
        else { return nil }
        return (integral(at: high) - integral(at: low)) * (1 / (end - start))
    }

    private typealias Position = (index: Int, remainder: Seconds)

    private func position(of time: Seconds, near index: inout Int) -> Position? {
        guard let first = samples.first, let last = samples.last, time >= first.time, time <= last.time else {
            return nil
        }
        while samples[index].time > time { index -= 1 }
        while index + 1 < samples.count, samples[index + 1].time <= time { index += 1 }
        return (index, time - samples[index].time)
    }

    private func integral(at position: Position) -> Vector3 {
        let sample = samples[position.index]
        guard position.remainder > 0, position.index + 1 < samples.count else { return sample.sum }
        let next = samples[position.index + 1]
        let value = sample.value.interpolated(to: next.value, fraction: position.remainder / (next.time - sample.time))
        return sample.sum + (sample.value + value) * (0.5 * position.remainder)
    }
}

/// The mean specific force in each time window in which the device is at rest. The unit of the samples does not matter.
///
/// The device is at rest in a window of half a second if the RMS deviation from the mean is below 1.5 % of the mean.
/// For gravity, this is 0.15 m/s²: five times the noise of a phone, and a tenth of the acceleration in a careful step.
struct SteadyWindows {
    static let length: Seconds = 0.5
    static let maximumDeparture = 0.015
    private static let minimumSamples = 5

    private(set) var means: [Vector3] = []

    init(_ stream: SensorStream<Vector3>) {
        var start = 0
        while start < stream.count {
            var end = start
            while end < stream.count, stream.times[end] < stream.times[start] + Self.length { end += 1 }
            let window = Self.departure(in: stream.values[start..<end])
            if let window, window.departure < Self.maximumDeparture * window.mean.length { means.append(window.mean) }
            start = max(end, start + 1)
        }
    }

    /// Returns the mean of the samples in a time window, and the RMS deviation of the samples from this mean. Returns
    /// `nil` for fewer than five samples, or if a sample is not finite.
    static func departure(in window: ArraySlice<Vector3>) -> (mean: Vector3, departure: Double)? {
        guard window.count >= minimumSamples, window.allSatisfy(\.isFinite), let mean = Vector3.mean(of: window),
            let departure = window.lazy.map({ ($0 - mean).length }).rootMeanSquare
        else { return nil }
        return (mean, departure)
    }
}
