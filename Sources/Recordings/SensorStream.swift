public import SensorModel

/// The samples of one sensor, oldest first.
///
/// Times never run backward. Consecutive times may be equal.
public struct SensorStream<Value: Sendable>: Sendable {
    /// The times in seconds on the common clock of the recording.
    public var times: [Seconds]
    /// The values, one for each time.
    public var values: [Value]

    /// Makes a stream.
    ///
    /// - Precondition: `times` and `values` have equal lengths.
    public init(times: [Seconds] = [], values: [Value] = []) {
        precondition(times.count == values.count, "a stream must have one time for each value")
        self.times = times
        self.values = values
    }

    /// The number of samples.
    public var count: Int { times.count }

    /// The time from the first sample to the last in seconds; 0 for fewer than two samples.
    public var duration: Seconds { (times.last ?? 0) - (times.first ?? 0) }

    /// The mean number of samples per second; nil if the duration is 0.
    public var meanRate: Hertz? {
        duration > 0 ? Double(count - 1) / duration : nil
    }
}
