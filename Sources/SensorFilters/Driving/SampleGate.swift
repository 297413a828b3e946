package import SensorModel

/// A sample for an estimator's equations. It also states whether the sensor's sampling interval has changed, and
/// whether a gap precedes the sample.
struct TimedSample: Sendable {
    /// The angular velocity in rad/s, specific force in m/s² or magnetic field in µT, in device axes.
    let value: Vector3
    /// The sensor's new sampling interval in seconds; `nil` if the interval has not changed.
    let newInterval: Seconds?
    /// A Boolean value that indicates whether the sample follows a gap longer than `maximumGap`.
    var isAfterGap = false
}

/// A receiver of the samples that a ``SampleGate`` passes.
protocol SampleSink: Sendable {
    /// Restores the initial state.
    mutating func reset()

    /// Processes the first gyroscope sample, which has no interval.
    mutating func begin(rate: Vector3)

    /// Processes any gyroscope sample after the first. `interval` is the time since the previous gyroscope sample in
    /// seconds.
    mutating func update(rate: TimedSample, over interval: Seconds)

    /// Processes an accelerometer sample.
    mutating func update(acceleration: TimedSample)

    /// Processes a magnetometer sample.
    mutating func update(field: TimedSample)
}

/// Splits frames into samples for an estimator that reads each sensor at the sensor's own sampling rate. Handles
/// starts, gaps, unusable samples and sampling intervals.
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

    /// Sends the usable samples of a frame to `sink`.
    ///
    /// - Returns: whether the samples so far determine an orientation.
    @_transparent mutating func process(_ frame: SensorFrame, into sink: inout some SampleSink) -> Bool {
        let hasAcceleration = sensors.readAcceleration(of: frame)
        let hasField = sensors.readMagneticField(of: frame)
        let last = time
        if let rate = frame.gyroscope { process(rate, at: frame.time, into: &sink) }
        // At the start, `start` has already sent acceleration and field. After a gap of the gyroscope, acceleration and
        // field are not sent, because the orientation is unknown.
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
    /// Returns the sample of a sensor, with the new sampling interval if it has changed. The sample is marked if a gap
    /// precedes it.
    fileprivate mutating func sample(_ held: SensorHold.Held, maximumGap: Seconds) -> TimedSample {
        let isAfterGap = elapsed(at: held.time).map { $0 > maximumGap } ?? false
        if isAfterGap { interrupt() }
        return TimedSample(value: held.value, newInterval: update(at: held.time), isAfterGap: isAfterGap)
    }
}

/// An estimate of a sensor's sampling interval from the time stamps so far.
///
/// Jitter of the time stamps must not change the coefficients of filters. The interval ``inUse`` therefore changes only
/// if the running mean of the intervals differs from ``inUse`` by more than ``hysteresis``. At first, the mean includes
/// all intervals; after ``memory`` samples, it becomes an exponential mean. Long intervals count as at most twice
/// ``inUse``, so that a few lost samples do not change the rate.
package struct SamplingTime: Sendable {
    /// The number of intervals after which the running mean becomes an exponential mean. The weight of each later
    /// interval is 1/64.
    package static let memory = 64.0
    /// The relative difference between the mean and ``inUse`` up to which ``inUse`` does not change.
    package static let hysteresis = 0.05
    /// The shortest sampling interval in seconds. For shorter intervals, rounding errors would affect the coefficients
    /// of filters.
    package static let shortest = 1e-6

    /// The sampling interval in seconds for which filters are designed; `nil` before the second sample.
    package private(set) var inUse: Seconds?
    private var last: Seconds?
    private var mean = 0.0
    private var count = 0.0

    package init() {}

    /// Returns the time since the last sample in seconds, or `nil` if there is no last sample.
    package func elapsed(at time: Seconds) -> Seconds? { last.map { time - $0 } }

    /// Adds the time of a sample, which must be later than the last one.
    ///
    /// - Returns: the new value of ``inUse``, or `nil` if the value has not changed.
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

    /// Excludes the next interval, which is a gap, from the mean.
    package mutating func interrupt() { last = nil }
}
