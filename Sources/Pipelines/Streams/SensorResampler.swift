import SensorModel

/// One sensor's samples at another rate. Moments are counted from the sensor's first sample: start + k/rate.
///
/// O(1) per recorded sample and per moment.
struct SensorResampler: Sendable, Hashable {
    /// A sample older than this is not read any more: the sensor has fallen silent. Seconds, as the default gap of
    /// filters.
    static let longestHold: Seconds = 1
    /// A thousandth of an interval: time stamps are rounded.
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
    /// The moment that was read last.
    private var moment = -1.0

    init(sensor: SensorKind, rate: Hertz, method: ResamplingMethod) {
        self.sensor = sensor
        self.rate = rate
        self.method = method
    }

    /// The samples that are read before a time, each with its moment; empty but for ``ResamplingMethod/hold``.
    mutating func due(before time: Seconds) -> [(time: Seconds, sample: SensorSample)] {
        guard method == .hold, let start, let last, time.isFinite else { return [] }
        let end = min(time, last.time + Self.longestHold)
        var due: [(time: Seconds, sample: SensorSample)] = []
        while true {
            let next = start + (moment + 1) / rate
            // A moment that falls together with the frame is read with it.
            guard next < end - Self.rounding / rate, next > start + moment / rate else { break }
            moment += 1
            due.append((next, last.sample))
        }
        // Moments in a silence are passed over.
        moment = max(moment, ((time - start) * rate - Self.rounding).rounded(.up) - 1)
        return due
    }

    /// What a frame holds of the sensor after resampling.
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
