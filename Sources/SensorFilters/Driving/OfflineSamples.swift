import SensorModel

/// The samples that an offline estimator stores.
struct OfflineSamples: Sendable {
    /// The usable samples of a sensor, in chronological order.
    struct Stream: Sendable {
        private(set) var times: [Seconds] = []
        private(set) var values: [Vector3] = []

        mutating func append(_ value: Vector3, at time: Seconds) {
            times.append(time)
            values.append(value)
        }
    }

    /// A series of gyroscope samples without a long gap. The samples of accelerometer and magnetometer are interpolated
    /// at the gyroscope's time stamps.
    struct Segment: Sendable {
        fileprivate(set) var times: [Seconds] = []
        /// The angular velocities in rad/s.
        fileprivate(set) var rates: [Vector3] = []
        /// The specific forces in m/s².
        fileprivate(set) var accelerations: [Vector3] = []
        /// The magnetic fields in µT; empty if the magnetometer is not used.
        fileprivate(set) var fields: [Vector3] = []

        /// The median interval between samples, in seconds.
        var interval: Seconds {
            let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
            return max(intervals[(intervals.count - 1) / 2], SamplingTime.shortest)
        }
    }

    private let maximumGap: Seconds
    /// A Boolean value that indicates whether the magnetometer is used.
    private let hasField: Bool
    private var sensors: SensorHold
    private var rates = Stream()
    private var accelerations = Stream()
    private var fields = Stream()

    /// Creates an empty store.
    ///
    /// - Parameter parameters: the parameters that set the longest gap in a segment and whether the magnetometer is
    ///   used.
    init(_ parameters: some EstimatorParameters) {
        maximumGap = parameters.maximumGap
        hasField = parameters.magnetometer.isUsed
        sensors = SensorHold(magnetometer: parameters.magnetometer)
    }

    /// The counts of unusable samples, and of the restarts between segments.
    var skips: SkipCounts { sensors.skips }

    /// Stores the usable samples of a frame.
    mutating func read(_ frame: SensorFrame) {
        if sensors.readAcceleration(of: frame), let held = sensors.acceleration {
            accelerations.append(held.value, at: held.time)
        }
        if sensors.readMagneticField(of: frame), let held = sensors.magneticField {
            fields.append(held.value, at: held.time)
        }
        guard let rate = frame.gyroscope else { return }
        // Rates whose square overflows are rejected, too.
        guard frame.time.isFinite, rate.lengthSquared.isFinite else {
            sensors.skips.nonFinite += 1
            return
        }
        if let last = rates.times.last, frame.time <= last {
            sensors.skips.notLater += 1
            return
        }
        rates.append(rate, at: frame.time)
    }

    /// Returns the segments that have at least two samples, in chronological order.
    mutating func segments() -> [Segment] {
        var segments: [Segment] = []
        var current = Segment()
        var (gravity, field) = (Interpolation(accelerations, maximumGap), Interpolation(fields, maximumGap))
        func close() {
            if current.times.count > 1 { segments.append(current) }
            current = Segment()
        }
        for (time, rate) in zip(rates.times, rates.values) {
            if let last = current.times.last, time - last > maximumGap { close() }
            let magnetic = hasField ? field.value(at: time) : nil
            guard let acceleration = gravity.value(at: time), magnetic != nil || !hasField else {
                close()
                continue
            }
            current.times.append(time)
            current.rates.append(rate)
            current.accelerations.append(acceleration)
            if let magnetic { current.fields.append(magnetic) }
        }
        close()
        sensors.skips.restarts = max(segments.count - 1, 0)
        return segments
    }

    /// The linear interpolation of a stream. Before the first and after the last sample, the nearest value is used.
    private struct Interpolation {
        let stream: Stream
        let maximumGap: Seconds
        /// The number of the stream's samples that are not later than the time of the last call of `value(at:)`.
        private var count = 0

        init(_ stream: Stream, _ maximumGap: Seconds) {
            self.stream = stream
            self.maximumGap = maximumGap
        }

        /// Returns the value at a time, or `nil` in a gap longer than `maximumGap`.
        ///
        /// - Parameter time: the time in seconds; the time must not be earlier than in the previous call.
        mutating func value(at time: Seconds) -> Vector3? {
            while count < stream.times.count, stream.times[count] <= time { count += 1 }
            guard count > 0 else {
                return stream.times.first.flatMap { $0 - time <= maximumGap ? stream.values[0] : nil }
            }
            let (before, value) = (stream.times[count - 1], stream.values[count - 1])
            guard count < stream.times.count else { return time - before <= maximumGap ? value : nil }
            let span = stream.times[count] - before
            guard span <= maximumGap else { return time == before ? value : nil }
            return value + (stream.values[count] - value) * ((time - before) / span)
        }
    }
}
