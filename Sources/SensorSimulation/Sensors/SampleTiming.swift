public import SensorModel

/// The rate of a sensor, the jitter of its time stamps, and the share of lost samples.
public struct SampleTiming: Sendable, Hashable {
    /// The rate in samples per second.
    public var rate: Hertz
    /// The standard deviation of a time stamp in seconds, limited to 0.49 intervals.
    public var jitter: Seconds
    /// The share of samples that are lost, from 0 to 1.
    public var dropped: Double

    /// Creates a timing; see the properties for units.
    public init(rate: Hertz, jitter: Seconds = 0, dropped: Double = 0) {
        self.rate = rate
        self.jitter = jitter
        self.dropped = dropped
    }
}

/// The times of a sensor's samples, and their time stamps.
struct SampleClock: Sendable {
    private let rate: Hertz
    private let last: Int
    private let jitter: Seconds
    private let drop: Double
    private var stamps: NormalSource
    private var drops: SplitMix64
    private var number = 0

    init(_ timing: SampleTiming, duration: Seconds, seed: UInt64, sensor: String) {
        rate = timing.rate
        // 1e-6 of an interval, so that rounding of the product does not lose the last sample.
        last = Int(saturating: duration * rate + 1e-6)
        jitter = timing.jitter
        drop = timing.dropped
        stamps = NormalSource(SplitMix64(seed: seed, purpose: sensor + ".clock"))
        drops = SplitMix64(seed: seed, purpose: sensor + ".drops")
    }

    /// The next sample's true time, its time stamp, and whether it is lost; nil after the last sample.
    mutating func next() -> (time: Seconds, stamp: Seconds, isLost: Bool)? {
        guard number <= last else { return nil }
        let time = Double(number) / rate
        number += 1
        // An error is less than half an interval, so that time stamps stay in order.
        let error = min(max(jitter * stamps.next(), -0.49 / rate), 0.49 / rate)
        return (time, max(0, time + error), drops.nextFraction() < drop)
    }

    var interval: Seconds { 1 / rate }
}
