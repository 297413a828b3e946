package import SensorModel

/// A sample for an estimator's equations, with information from its time stamp.
struct TimedSample: Sendable {
    /// The angular velocity in rad/s, specific force in m/s² or magnetic field in µT, in device axes.
    let value: Vector3
    /// The new sampling interval of the sensor; `nil` if it has not changed.
    let newInterval: Seconds?
    /// A Boolean value that indicates whether the sample follows a gap that is longer than the maximum.
    var isAfterGap = false
}

/// A receiver of the events of a ``SampleGate``.
protocol SampleSink: Sendable {
    /// Restores the state before the start.
    mutating func reset()

    /// Processes the first sample of the gyroscope, which has no interval.
    mutating func begin(rate: Vector3)

    /// Processes a later sample of the gyroscope, with the time since the previous one.
    mutating func update(rate: TimedSample, over interval: Seconds)

    /// Processes a sample of the accelerometer.
    mutating func update(acceleration: TimedSample)

    /// Processes a sample of the magnetometer.
    mutating func update(field: TimedSample)
}

/// The rules by which frames drive an estimator that reads each sensor at its own sampling rate: starts, gaps, unusable
/// samples and sampling intervals.
struct SampleGate: Sendable {
    let maximumGap: Seconds
    private var sensors: SensorHold
    /// The time of the last gyroscope sample; `nil` before the start.
    private var time: Seconds?
    private var gyroscopeSampling = SamplingTime()
    private var accelerometerSampling = SamplingTime()
    private var magnetometerSampling = SamplingTime()

    init(_ parameters: some EstimatorParameters) {
        maximumGap = parameters.maximumGap
        sensors = SensorHold(magnetometer: parameters.magnetometer)
    }

    var skips: SkipCounts { sensors.skips }
    var isStarted: Bool { time != nil }

    /// Reads a frame and sends its samples to `sink`.
    ///
    /// - Returns: whether the samples so far determine an orientation.
    @_transparent mutating func process(_ frame: SensorFrame, into sink: inout some SampleSink) -> Bool {
        let hasAcceleration = sensors.readAcceleration(of: frame)
        let hasField = sensors.readMagneticField(of: frame)
        let last = time
        if let rate = frame.gyroscope { process(rate, at: frame.time, into: &sink) }
        // A start already includes the directions. During a gap of the gyroscope, they refer to an unknown orientation.
        if let last, frame.time - last <= maximumGap {
            if hasAcceleration { correctInclination(of: &sink) }
            if hasField { correctHeading(of: &sink) }
        }
        return time != nil
    }

    @_transparent private mutating func process(_ rate: Vector3, at now: Seconds, into sink: inout some SampleSink) {
        // Rates whose square overflows are rejected, too.
        guard now.isFinite, rate.lengthSquared.isFinite else {
            sensors.skips.nonFinite += 1
            return
        }
        guard let last = time else { return start(rate, at: now, into: &sink) }
        let interval = now - last
        guard interval > 0 else {
            sensors.skips.notLater += 1
            return
        }
        if interval > maximumGap {
            sensors.skips.restarts += 1
            return start(rate, at: now, into: &sink)
        }
        time = now
        let sample = TimedSample(value: rate, newInterval: gyroscopeSampling.update(at: now))
        sink.update(rate: sample, over: interval)
    }

    private mutating func start(_ rate: Vector3, at now: Seconds, into sink: inout some SampleSink) {
        time = nil
        sink.reset()
        (gyroscopeSampling, accelerometerSampling, magnetometerSampling) = (.init(), .init(), .init())
        guard let directions = sensors.directions(at: now, within: maximumGap), sensors.triad(directions) != nil else {
            return
        }
        time = now
        _ = gyroscopeSampling.update(at: now)
        sink.begin(rate: rate)
        correctInclination(of: &sink)
        correctHeading(of: &sink)
    }

    @_transparent private mutating func correctInclination(of sink: inout some SampleSink) {
        guard let held = sensors.acceleration else { return }
        let sample = accelerometerSampling.sample(held, maximumGap: maximumGap)
        if sample.isAfterGap { sensors.skips.restarts += 1 }
        sink.update(acceleration: sample)
    }

    @_transparent private mutating func correctHeading(of sink: inout some SampleSink) {
        guard let held = sensors.magneticField else { return }
        let sample = magnetometerSampling.sample(held, maximumGap: maximumGap)
        if sample.isAfterGap { sensors.skips.restarts += 1 }
        sink.update(field: sample)
    }
}

extension SamplingTime {
    /// Returns the sample of a sensor, with information from its time stamp.
    fileprivate mutating func sample(_ held: SensorHold.Held, maximumGap: Seconds) -> TimedSample {
        let isAfterGap = elapsed(at: held.time).map { $0 > maximumGap } ?? false
        if isAfterGap { interrupt() }
        return TimedSample(value: held.value, newInterval: update(at: held.time), isAfterGap: isAfterGap)
    }
}

/// The sampling interval of a sensor, learnt from its time stamps as they arrive.
///
/// A filter that is designed for one rate should not be redesigned whenever a clock jitters. The interval in use
/// therefore changes only if the running mean of the intervals differs from it by more than ``hysteresis``. The mean
/// includes all intervals at first, and is later exponential over the last ``memory``. Evenly spaced samples always
/// keep the first interval. An interval contributes at most twice the interval in use to the mean, so that a few lost
/// samples do not change the rate.
package struct SamplingTime: Sendable {
    /// The number of samples that the running mean remembers.
    package static let memory = 64.0
    /// The change of the mean that replaces the interval in use, as a share of that interval.
    package static let hysteresis = 0.05
    /// The shortest sampling interval in seconds, at which the coefficients of filters are still far from rounding
    /// errors.
    package static let shortest = 1e-6

    /// The interval in use; `nil` before the second sample.
    package private(set) var inUse: Seconds?
    private var last: Seconds?
    private var mean = 0.0
    private var count = 0.0

    package init() {}

    /// Returns the time since the last sample, or `nil` before the first.
    package func elapsed(at time: Seconds) -> Seconds? { last.map { time - $0 } }

    /// Reads the time of a sample, which is later than the last one.
    ///
    /// - Returns: the new interval in use, or `nil` if it has not changed.
    package mutating func update(at time: Seconds) -> Seconds? {
        defer { last = time }
        guard let last else { return nil }
        let interval = max(time - last, Self.shortest)
        count = min(count + 1, Self.memory)
        mean += (min(interval, 2 * (inUse ?? interval)) - mean) / count
        if let inUse, abs(mean - inUse) <= Self.hysteresis * inUse { return nil }
        inUse = mean
        return mean
    }

    /// Excludes the next interval from the mean, because the sensor was silent.
    package mutating func interrupt() { last = nil }
}
