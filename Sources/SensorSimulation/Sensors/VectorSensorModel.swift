public import SensorModel

/// The errors of an accelerometer, a gyroscope or a magnetometer, in the sensor's unit: m/s², rad/s or µT.
///
/// A reading is `step` · round(clamp(M v + bias + walk + noise)/`step`), where v is the true value in device axes. Each
/// seed simulates another unit of the sensor, with deviations of the bias and of the matrix M.
public struct VectorSensorModel: Sendable, Hashable {
    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The standard deviation of each sample's noise, by axis.
    public var noise = Vector3.zero
    /// The correlation ρ of the noise e of consecutive samples, at least 0 (white noise) and below 1.
    ///
    /// The noise is e' = ρ e + σ √(1 − ρ²) w, where w is a standard normal deviate.
    public var correlation = 0.0
    /// The constant error by axis. For a magnetometer, this is the hard iron.
    public var bias = Vector3.zero
    /// The standard deviation, by axis, of a unit's constant bias from ``bias``.
    public var biasDeviation = Vector3.zero
    /// The standard deviation, by axis, of the bias change in one second. The bias drifts as a random walk.
    public var biasWalk = Vector3.zero
    /// The matrix M of scale factors, misalignment and soft iron.
    public var matrix = Matrix3.identity
    /// The standard deviation of each element of a unit's matrix from ``matrix``.
    public var matrixDeviation = 0.0
    /// The quantisation step, or `nil` for no quantisation.
    public var step: Double?
    /// The maximum magnitude of a reading along each axis, or `nil` for no limit.
    public var range: Double?

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// An iterator over the readings of a three-axis sensor during a motion, oldest first.
package struct VectorSensor: IteratorProtocol {
    private var model: VectorSensorModel
    private let truth: @Sendable (Seconds) -> Vector3
    private var clock: SampleClock
    private var noise: NormalSource
    private var walkNoise: NormalSource
    private var error: Vector3?
    private var walk = Vector3.zero

    package init(
        _ model: VectorSensorModel,
        named name: String,
        duration: Seconds,
        seed: UInt64,
        truth: @escaping @Sendable (Seconds) -> Vector3
    ) {
        self.model = model
        self.truth = truth
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: name)
        noise = NormalSource(SplitMix64(seed: seed, purpose: name + ".noise"))
        walkNoise = NormalSource(SplitMix64(seed: seed, purpose: name + ".walk"))
        var unit = NormalSource(SplitMix64(seed: seed, purpose: name + ".unit"))
        self.model.bias += unit.nextVector().scaled(by: model.biasDeviation)
        let rows = (unit.nextVector(), unit.nextVector(), unit.nextVector())
        self.model.matrix = model.matrix + Matrix3(rows: rows.0, rows.1, rows.2) * model.matrixDeviation
    }

    package mutating func next() -> (stamp: Seconds, value: Vector3)? {
        while let sample = clock.next() {
            advance()
            if sample.isLost { continue }
            let value = model.matrix * truth(sample.time) + model.bias + walk + (error ?? .zero)
            return (sample.stamp, Vector3(read(value.x), read(value.y), read(value.z)))
        }
        return nil
    }

    private mutating func advance() {
        let fresh = noise.nextVector().scaled(by: model.noise)
        // The initial error has the same standard deviation as all later errors.
        error =
            error.map { $0 * model.correlation + fresh * (1 - model.correlation * model.correlation).squareRoot() }
            ?? fresh
        walk += walkNoise.nextVector().scaled(by: model.biasWalk) * clock.interval.squareRoot()
    }

    private func read(_ value: Double) -> Double {
        var value = value
        if let range = model.range { value = min(max(value, -range), range) }
        if let step = model.step { value = step * (value / step).rounded() }
        return value
    }
}

extension Vector3 {
    /// The componentwise product.
    fileprivate func scaled(by other: Vector3) -> Vector3 { Vector3(x * other.x, y * other.y, z * other.z) }
}

/// A generator of standard normal deviates (Box & Muller 1958). The same seed and name yield the same deviates on every
/// machine.
package struct NormalSource: Sendable {
    private var uniform: SplitMix64
    private var spare: Double?

    /// Creates a generator from a source of uniform numbers.
    package init(_ uniform: SplitMix64) { self.uniform = uniform }

    /// Returns the next deviate.
    package mutating func next() -> Double {
        if let kept = spare {
            spare = nil
            return kept
        }
        let radius = (-2 * PortableMath.logarithm(1 - uniform.nextFraction())).squareRoot()
        let (sine, cosine) = PortableMath.sineAndCosine(turns: uniform.nextFraction())
        spare = radius * sine
        return radius * cosine
    }

    package mutating func nextVector() -> Vector3 {
        let (x, y, z) = (next(), next(), next())
        return Vector3(x, y, z)
    }
}

extension SplitMix64 {
    /// Creates a generator for one purpose, such as "gyroscope.noise". Generators for different purposes are
    /// independent, so one sensor does not affect the random numbers of another.
    ///
    /// The seed and the FNV-1a hash of the purpose are each mixed by one step of a generator.
    package init(seed: UInt64, purpose: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var first = SplitMix64(seed: seed)
        var second = SplitMix64(seed: first.next() ^ hash)
        self.init(seed: second.next())
    }
}

/// The sampling rate of a sensor, the jitter of its timestamps, and the fraction of its samples that are lost.
public struct SampleTiming: Sendable, Hashable {
    /// The sampling rate in Hz.
    public var rate: Hertz
    /// The standard deviation of a timestamp's error in seconds. Errors are limited to 0.49 sampling intervals.
    public var jitter: Seconds
    /// The fraction of samples that are lost, from 0 to 1.
    public var dropped: Double

    /// Creates a timing from a rate in Hz, a jitter in seconds, and the fraction of lost samples.
    public init(rate: Hertz, jitter: Seconds = 0, dropped: Double = 0) {
        self.rate = rate
        self.jitter = jitter
        self.dropped = dropped
    }
}

/// An iterator over the true sampling times of a sensor and the timestamps in the recording. A timestamp is the true
/// time plus a random error.
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
        // 1e-6 sampling intervals are added, so that rounding of the product does not lose the last sample.
        last = Int(saturating: duration * rate + 1e-6)
        jitter = timing.jitter
        drop = timing.dropped
        stamps = NormalSource(SplitMix64(seed: seed, purpose: sensor + ".clock"))
        drops = SplitMix64(seed: seed, purpose: sensor + ".drops")
    }

    /// Returns the next sample's true time and timestamp, and whether the sample is lost, or `nil` after the last
    /// sample.
    mutating func next() -> (time: Seconds, stamp: Seconds, isLost: Bool)? {
        guard number <= last else { return nil }
        let time = Double(number) / rate
        number += 1
        // The error is less than half a sampling interval, so that timestamps stay in order.
        let error = min(max(jitter * stamps.next(), -0.49 / rate), 0.49 / rate)
        return (time, max(0, time + error), drops.nextFraction() < drop)
    }

    var interval: Seconds { 1 / rate }
}
