import SensorModel

/// The readings of a three-axis sensor along a motion, one after another.
struct VectorSensor: IteratorProtocol {
    private let model: VectorSensorModel
    private let truth: @Sendable (Seconds) -> Vector3
    private var clock: SampleClock
    private var noise: NormalSource
    private var walkNoise: NormalSource
    private var error: Vector3?
    private var walk = Vector3.zero

    init(
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

    mutating func next() -> (stamp: Seconds, value: Vector3)? {
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
        // The first error has the standard deviation of all others.
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
    /// Component by component.
    fileprivate func scaled(by other: Vector3) -> Vector3 { Vector3(x * other.x, y * other.y, z * other.z) }
}
