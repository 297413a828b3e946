import SensorModel

/// The interval at which a sensor samples, learnt from its time stamps as they come.
///
/// A filter that is designed for one rate should not be redesigned whenever a clock jitters. So the interval in use
/// stays until the running mean of the intervals (of all at first, then exponential over the last ``memory``) differs
/// from it by more than ``hysteresis``. Evenly spaced samples keep the first interval for ever. In the mean, an interval
/// counts as twice the one in use at most: a few lost samples do not change the rate.
struct SamplingTime: Sendable {
    /// The number of samples that the running mean remembers.
    static let memory = 64.0
    /// The change of the mean that replaces the interval in use, as a share of that interval.
    static let hysteresis = 0.05
    /// In seconds. Shorter intervals are not sampling times; the filters' coefficients stay far from rounding.
    static let shortest = 1e-6

    /// The interval to compute with; nil before the second sample.
    private(set) var inUse: Seconds?
    private var last: Seconds?
    private var mean = 0.0
    private var count = 0.0

    /// The time since the last sample; nil before the first.
    func elapsed(at time: Seconds) -> Seconds? { last.map { time - $0 } }

    /// Reads the time of a sample, later than the last.
    ///
    /// - Returns: the interval to compute with, when it is another one from now on.
    mutating func update(at time: Seconds) -> Seconds? {
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
    mutating func interrupt() { last = nil }
}
