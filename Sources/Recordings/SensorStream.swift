public import SensorModel

/// One sensor's samples on the recording's common clock, oldest first.
///
/// Times never run backward; equal neighbouring times are possible.
public struct SensorStream<Value: Sendable>: Sendable {
    /// Seconds on the recording's common clock.
    public var times: [Seconds]
    /// As many as there are times.
    public var values: [Value]

    public init(times: [Seconds] = [], values: [Value] = []) {
        precondition(times.count == values.count, "a stream has one time for each value")
        self.times = times
        self.values = values
    }

    public var count: Int { times.count }

    /// From the first sample to the last; 0 with fewer than two.
    public var duration: Seconds { (times.last ?? 0) - (times.first ?? 0) }

    /// Samples per second over the whole stream; nil with fewer than two samples, or all at one moment.
    public var meanRate: Hertz? {
        duration > 0 ? Double(count - 1) / duration : nil
    }
}
