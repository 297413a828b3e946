import SensorModel

/// Resamples one sensor. The output times are start + k/rate, where start is the time of the sensor's first sample.
///
/// Each recorded sample and each output time takes O(1) time.
struct SensorResampler: Sendable, Hashable {
    /// The maximum age in seconds at which a sample is repeated or interpolated. This is the default `maximumGap` of
    /// filters. An older sample indicates that the sensor has stopped.
    static let longestHold: Seconds = 1
    /// The tolerance for rounded time stamps, as a fraction of the output interval.
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
    /// The number k of the last output time, start + k/rate, that was processed.
    private var moment = -1.0

    init(sensor: SensorKind, rate: Hertz, method: ResamplingMethod) {
        self.sensor = sensor
        self.rate = rate
        self.method = method
    }

    /// Returns the samples whose output times are before a time. Only ``ResamplingMethod/hold`` produces such samples;
    /// for other methods, the result is empty.
    mutating func due(before time: Seconds) -> [(time: Seconds, sample: SensorSample)] {
        guard method == .hold, let start, let last, time.isFinite else { return [] }
        let end = min(time, last.time + Self.longestHold)
        var due: [(time: Seconds, sample: SensorSample)] = []
        while true {
            let next = start + (moment + 1) / rate
            // An output time that coincides with the frame is processed by `read(_:at:)`.
            guard next < end - Self.rounding / rate, next > start + moment / rate else { break }
            moment += 1
            due.append((next, last.sample))
        }
        // Output times in a gap are skipped.
        moment = max(moment, ((time - start) * rate - Self.rounding).rounded(.up) - 1)
        return due
    }

    /// Returns the resampled value that is due at a frame's time; `nil` if none is due.
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

/// A method that converts a sensor's recorded samples to another rate.
public enum ResamplingMethod: String, Sendable, Hashable, CaseIterable {
    /// The first recorded sample of each output interval, at its recorded time, as from a sensor with a lower rate.
    case decimate
    /// The latest recorded sample at each output time start + k/rate. A program that reads the sensor with its own
    /// clock receives the same samples. The output rate may exceed the sensor's rate.
    case hold
    /// The interpolated value at each output time, which is start + k/rate. The value is output at the time of the
    /// later of the two recorded samples, so that the method is causal. The delay is at most one recorded interval.
    case interpolate

    /// The parameter that selects the method.
    static let parameter = ParameterDescriptor.choice(
        "method",
        of: allCases.map(\.rawValue),
        default: decimate.rawValue,
        "First sample of each output interval, latest sample at each output time, or interpolated value."
    )
}

/// A sample that can be resampled: a vector, an attitude or a compass reading.
enum SensorSample: Sendable, Hashable {
    case vector(Vector3)
    case attitude(UnitQuaternion)
    case heading(HeadingReading)

    /// Interpolates between this sample (fraction 0) and the next one (fraction 1): linearly for vectors, along the
    /// shorter arc for attitudes and headings. If one of the two readings has no heading, the result has the next
    /// reading's heading, which may be missing.
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
    /// The sample of one sensor; `nil` if the frame has no sample of this sensor. The assignment of a sample of another
    /// sensor kind has no effect.
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

/// A stage at the start of a pipeline that selects, resamples or corrects the recorded samples.
///
/// Stages have value semantics: a copy includes the state.
protocol StreamStage: Sendable {
    /// Processes a recorded frame, and appends the output frames up to and including the frame's time, in order of
    /// time.
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame])
}

/// Resamples several sensors, each to its own rate.
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
