import SensorModel

/// When a sensor takes samples and what stamps it gives them.
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
        // The last sample of a whole number of intervals counts, whatever rounding does to the product.
        last = Int(saturating: duration * rate + 1e-6)
        jitter = timing.jitter
        drop = timing.dropped
        stamps = NormalSource(SplitMix64(seed: seed, purpose: sensor + ".clock"))
        drops = SplitMix64(seed: seed, purpose: sensor + ".drops")
    }

    /// The next sample's true moment, its stamp, and whether it is lost; nil after the last one.
    mutating func next() -> (time: Seconds, stamp: Seconds, isLost: Bool)? {
        guard number <= last else { return nil }
        let time = Double(number) / rate
        number += 1
        // Stamps stay in order: an error never reaches half an interval.
        let error = min(max(jitter * stamps.next(), -0.49 / rate), 0.49 / rate)
        return (time, max(0, time + error), drops.nextFraction() < drop)
    }

    var interval: Seconds { 1 / rate }
}
