import SensorModel

/// Resamples one sensor. Moments are counted from the sensor's first sample: start + k/rate.
///
/// O(1) for each recorded sample and each moment.
struct SensorResampler: Sendable, Hashable {
    /// The age in seconds from which a sample is not used: the sensor has stopped. Equals the default gap of filters.
    static let longestHold: Seconds = 1
    /// A fraction of an interval that covers the rounding of time stamps.
    private static let rounding = 1e-3

    private struct Reading: Sendable, Hashable {
        let sample: SensorSample
        let time: Seconds
    }

    let sensor: SensorKind
    let rate: Hertz
    let method: ResamplingMethod
    private var start: Seconds?
    private var last: Reading?
    /// The number of the last moment that was read.
    private var moment = -1.0

    init(sensor: SensorKind, rate: Hertz, method: ResamplingMethod) {
        self.sensor = sensor
        self.rate = rate
        self.method = method
    }

    /// The samples that are due before a time, each with its moment; empty except for ``ResamplingMethod/hold``.
    mutating func due(before time: Seconds) -> [(time: Seconds, sample: SensorSample)] {
        guard method == .hold, let start, let last, time.isFinite else { return [] }
        let end = min(time, last.time + Self.longestHold)
        var due: [(time: Seconds, sample: SensorSample)] = []
        while true {
            let next = start + (moment + 1) / rate
            // A moment that coincides with the frame is read with it.
            guard next < end - Self.rounding / rate, next > start + moment / rate else { break }
            moment += 1
            due.append((next, last.sample))
        }
        // Moments in a gap are skipped.
        moment = max(moment, ((time - start) * rate - Self.rounding).rounded(.up) - 1)
        return due
    }

    /// The sensor's sample in a frame after resampling.
    mutating func read(_ sample: SensorSample?, at time: Seconds) -> SensorSample? {
        guard time.isFinite else { return sample }
        guard let start else {
            guard let sample else { return nil }
            (self.start, last, moment) = (time, Reading(sample: sample, time: time), 0)
            return sample
        }
        let before = last
        if let sample { last = Reading(sample: sample, time: time) }
        let reached = ((time - start) * rate + Self.rounding).rounded(.down)
        switch method {
        case .decimate, .interpolate:
            guard let sample, reached > moment else { return nil }
            moment = reached
            guard method == .interpolate else { return sample }
            return between(before, Reading(sample: sample, time: time), at: start + reached / rate)
        case .hold:
            guard reached > moment, let last, time - last.time <= Self.longestHold else { return nil }
            moment = reached
            return last.sample
        }
    }

    private func between(_ before: Reading?, _ now: Reading, at time: Seconds) -> SensorSample {
        guard let before, time < now.time, time > before.time, now.time - before.time <= Self.longestHold else {
            return now.sample
        }
        return before.sample.interpolated(
            to: now.sample,
            fraction: (time - before.time) / (now.time - before.time)
        )
    }
}

/// The conversion of a sensor's recorded samples to another rate.
public enum ResamplingMethod: String, Sendable, Hashable, CaseIterable {
    /// The first recorded sample of each interval at its own time, as from a sensor with a lower rate.
    case decimate
    /// The latest recorded sample at each moment start + k/rate, as from a reader with its own clock. The rate may
    /// exceed that of the sensor.
    case hold
    /// The interpolated value at the moment start + k/rate. It is delivered with the later of the two recorded samples,
    /// up to one interval late, so that nothing is read before it is measured.
    case interpolate
}
