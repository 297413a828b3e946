public import SensorModel

/// How often a sensor is sampled and how well its samples arrive.
public struct SampleTiming: Sendable, Hashable {
    /// Samples per second.
    public var rate: Hertz
    /// Standard deviation of a stamp about the moment of the sample; cut off at 0.49 intervals.
    public var jitter: Seconds
    /// The share of samples that are lost, from 0 to 1.
    public var dropped: Double

    public init(rate: Hertz, jitter: Seconds = 0, dropped: Double = 0) {
        self.rate = rate
        self.jitter = jitter
        self.dropped = dropped
    }
}
