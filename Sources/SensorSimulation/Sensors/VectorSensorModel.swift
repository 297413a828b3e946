public import SensorModel

/// The errors of an accelerometer, a gyroscope or a magnetometer, in the sensor's unit: m/s², rad/s or µT.
///
/// A reading is `step` · round(clamp(M v + bias + walk + noise)/`step`), where v is the true value in device axes.
public struct VectorSensorModel: Sendable, Hashable {
    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The standard deviation of the noise of one sample, by axis.
    public var noise = Vector3.zero
    /// The correlation of the noise of consecutive samples, from 0 (white) to below 1: e' = ρ e + σ √(1 − ρ²) w.
    public var correlation = 0.0
    /// The constant error, by axis; for a magnetometer, the hard iron.
    public var bias = Vector3.zero
    /// The standard deviation of the bias's change in one second, by axis: a random walk.
    public var biasWalk = Vector3.zero
    /// The matrix M: scale, misalignment and soft iron.
    public var matrix = Matrix3.identity
    /// The quantisation step; nil for none.
    public var step: Double?
    /// The largest magnitude of a reading along each axis; nil for no limit.
    public var range: Double?

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// The readings of a three-axis sensor in a motion, in order.
package struct VectorSensor: IteratorProtocol {
    private let model: VectorSensorModel
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
        // The first error has the stationary standard deviation.
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
