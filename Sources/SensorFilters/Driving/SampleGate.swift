package import SensorModel

/// A sample for an estimator's equations, with what its time says.
struct TimedSample: Sendable {
    /// Angular velocity in rad/s, specific force in m/s² or magnetic field in µT, in device axes.
    let value: Vector3
    /// The interval at which the sensor samples, where it is another one from now on.
    let newInterval: Seconds?
    /// Whether the sensor was silent for longer than the maximum gap.
    var isAfterGap = false
}

/// What receives the events of a ``SampleGate``.
protocol SampleSink: Sendable {
    /// Forget everything: the estimator has not started.
    mutating func reset()

    /// The gyroscope's first sample, which has no interval to turn over.
    mutating func begin(rate: Vector3)

    /// A later sample of the gyroscope, with the time since the last.
    mutating func update(rate: TimedSample, over interval: Seconds)

    /// A sample of the accelerometer.
    mutating func update(acceleration: TimedSample)

    /// A sample of the magnetometer.
    mutating func update(field: TimedSample)
}

/// The rules by which frames drive an estimator that reads each sensor at its own times: starts, gaps, unusable samples and
/// sampling rates.
struct SampleGate: Sendable {
    let maximumGap: Seconds
    private var sensors: SensorHold
    /// The time of the gyroscope's last sample; nil while the estimator has not started.
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

    /// Reads a frame and sends its samples.
    ///
    /// - Returns: whether the samples so far determine an orientation.
    @_transparent mutating func process(_ frame: SensorFrame, into sink: inout some SampleSink) -> Bool {
        let hasAcceleration = sensors.readAcceleration(of: frame)
        let hasField = sensors.readMagneticField(of: frame)
        let last = time
        if let rate = frame.gyroscope { process(rate, at: frame.time, into: &sink) }
        // A start includes the directions; in a gap of the gyroscope they belong to a frame that has moved on.
        if let last, frame.time - last <= maximumGap {
            if hasAcceleration { correctInclination(of: &sink) }
            if hasField { correctHeading(of: &sink) }
        }
        return time != nil
    }

    @_transparent private mutating func process(_ rate: Vector3, at now: Seconds, into sink: inout some SampleSink) {
        // A rate whose square overflows is no measurement either.
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
    /// The sample of a sensor, with what its time says.
    fileprivate mutating func sample(_ held: SensorHold.Held, maximumGap: Seconds) -> TimedSample {
        let isAfterGap = elapsed(at: held.time).map { $0 > maximumGap } ?? false
        if isAfterGap { interrupt() }
        return TimedSample(value: held.value, newInterval: update(at: held.time), isAfterGap: isAfterGap)
    }
}

/// The interval at which a sensor samples, learnt from its time stamps as they come.
///
/// A filter that is designed for one rate should not be redesigned whenever a clock jitters. So the interval in use
/// stays until the running mean of the intervals (of all at first, then exponential over the last ``memory``) differs
/// from it by more than ``hysteresis``. Evenly spaced samples keep the first interval for ever. In the mean, an interval
/// counts as twice the one in use at most: a few lost samples do not change the rate.
package struct SamplingTime: Sendable {
    /// The number of samples that the running mean remembers.
    package static let memory = 64.0
    /// The change of the mean that replaces the interval in use, as a share of that interval.
    package static let hysteresis = 0.05
    /// In seconds. Shorter intervals are not sampling times; the filters' coefficients stay far from rounding.
    package static let shortest = 1e-6

    /// The interval to compute with; nil before the second sample.
    package private(set) var inUse: Seconds?
    private var last: Seconds?
    private var mean = 0.0
    private var count = 0.0

    package init() {}

    /// The time since the last sample; nil before the first.
    package func elapsed(at time: Seconds) -> Seconds? { last.map { time - $0 } }

    /// Reads the time of a sample, later than the last.
    ///
    /// - Returns: the interval to compute with, when it is another one from now on.
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

    /// Notes that the sensor was silent: the next interval does not count.
    package mutating func interrupt() { last = nil }
}
