import SensorModel

/// Resamples one sensor. Moments are counted from the sensor's first sample: start + k/rate.
///
/// O(1) for each recorded sample and each moment.
struct SensorResampler: Sendable, Hashable {
    /// The maximum age of a used sample in seconds, equal to the default gap of filters. Older samples indicate that
    /// the sensor has stopped.
    static let longestHold: Seconds = 1
    /// The tolerance for rounded timestamps, as a fraction of an interval.
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
    /// The number k of the last moment that was read.
    private var moment = -1.0

    init(sensor: SensorKind, rate: Hertz, method: ResamplingMethod) {
        self.sensor = sensor
        self.rate = rate
        self.method = method
    }

    /// Returns the samples that are due before a time, each with its moment; empty except for
    /// ``ResamplingMethod/hold``.
    mutating func due(before time: Seconds) -> [(time: Seconds, sample: SensorSample)] {
        guard method == .hold, let start, let last, time.isFinite else { return [] }
        let end = min(time, last.time + Self.longestHold)
        var due: [(time: Seconds, sample: SensorSample)] = []
        while true {
            let next = start + (moment + 1) / rate
            // A moment that coincides with the frame is read together with the frame.
            guard next < end - Self.rounding / rate, next > start + moment / rate else { break }
            moment += 1
            due.append((next, last.sample))
        }
        // Moments in a gap are skipped.
        moment = max(moment, ((time - start) * rate - Self.rounding).rounded(.up) - 1)
        return due
    }

    /// Returns the sensor's sample at a frame's time after resampling; `nil` if no sample is due.
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
    /// The latest recorded sample at each moment start + k/rate, as read by a program with its own clock. The rate may
    /// exceed that of the sensor.
    case hold
    /// The interpolated value at the moment start + k/rate. It is delivered at the time of the later of the two
    /// recorded samples, up to one interval late, so that the output is causal.
    case interpolate
}

/// A sample of one sensor in a frame.
enum SensorSample: Sendable, Hashable {
    case vector(Vector3)
    case attitude(UnitQuaternion)
    case heading(HeadingReading)

    /// Interpolates between this sample (0) and the next one (1): linearly for vectors, along the shorter arc for
    /// attitudes and headings. A heading that either reading lacks is not interpolated; the result has the value of the
    /// next reading.
    func interpolated(to next: SensorSample, fraction: Double) -> SensorSample {
        switch (self, next) {
        case (.vector(let from), .vector(let to)):
            return .vector(from.interpolated(to: to, fraction: fraction))
        case (.attitude(let from), .attitude(let to)):
            return .attitude(from.interpolated(to: to, fraction: fraction))
        case (.heading(let from), .heading(let to)):
            func between(_ from: Heading?, _ to: Heading?) -> Heading? {
                guard let from, let to else { return to }
                return from.interpolated(to: to, fraction: fraction)
            }
            return .heading(
                HeadingReading(
                    magnetic: between(from.magnetic, to.magnetic),
                    trueNorth: between(from.trueNorth, to.trueNorth),
                    accuracy: to.accuracy
                )
            )
        default: return next
        }
    }
}

extension SensorFrame {
    /// The sample of one sensor. Assigning a sample of another kind has no effect.
    subscript(sensor: SensorKind) -> SensorSample? {
        get {
            switch sensor {
            case .accelerometer: accelerometer.map(SensorSample.vector)
            case .gyroscope: gyroscope.map(SensorSample.vector)
            case .magnetometer: magnetometer.map(SensorSample.vector)
            case .attitude: attitude.map(SensorSample.attitude)
            case .heading: heading.map(SensorSample.heading)
            case .location, .pose: nil
            }
        }
        set {
            switch (sensor, newValue) {
            case (.accelerometer, .vector(let vector)): accelerometer = vector
            case (.accelerometer, nil): accelerometer = nil
            case (.gyroscope, .vector(let vector)): gyroscope = vector
            case (.gyroscope, nil): gyroscope = nil
            case (.magnetometer, .vector(let vector)): magnetometer = vector
            case (.magnetometer, nil): magnetometer = nil
            case (.attitude, .attitude(let orientation)): attitude = orientation
            case (.attitude, nil): attitude = nil
            case (.heading, .heading(let reading)): heading = reading
            case (.heading, nil): heading = nil
            default: break
            }
        }
    }
}

/// A stage at the start of a pipeline that selects, retimes or corrects the recorded samples.
///
/// The type has value semantics: a copy saves the state.
protocol StreamStage: Sendable {
    /// Appends the frames up to and including a recorded frame, in the order of time.
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame])
}

/// Resamples several sensors, each at its own rate.
struct StreamResampler: StreamStage {
    private var sensors: [SensorResampler]

    init(_ sensors: [SensorResampler]) { self.sensors = sensors }

    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame]) {
        var due: [SensorFrame] = []
        var frame = frame
        for index in sensors.indices {
            let sensor = sensors[index].sensor
            for (time, sample) in sensors[index].due(before: frame.time) {
                var single = SensorFrame(time: time)
                single[sensor] = sample
                due.append(single)
            }
            frame[sensor] = sensors[index].read(frame[sensor], at: frame.time)
        }
        if due.count > 1 { due.sort { $0.time < $1.time } }
        for next in due {
            if let last = frames.indices.last, frames[last].time == next.time, sensors.count > 1 {
                for sensor in sensors.map(\.sensor) where next[sensor] != nil { frames[last][sensor] = next[sensor] }
            } else {
                frames.append(next)
            }
        }
        frames.append(frame)
    }
}

extension SystemCompass: StreamStage {
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame]) { frames.append(read(frame)) }
}
