import SensorModel

/// The system's attitude along a motion, one sample after another: device → East, North (true), Up.
///
/// The gyroscope carries fast motion, so a sample is the orientation of a moment before, turned by errors that change
/// slowly. Where magnets disturb the field, the yaw follows the disturbed field with the yaw error's correlation time.
struct AttitudeSensor: IteratorProtocol {
    private let model: AttitudeModel
    private let place: SimulatedPlace
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    private var error: Vector3?
    /// Radians, clockwise: how far the yaw follows a disturbed field.
    private var disturbance: Double?

    init(_ model: AttitudeModel, duration: Seconds, seed: UInt64, place: SimulatedPlace, motion: Motion) {
        self.model = model
        self.place = place
        self.motion = motion
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: "attitude")
        noise = NormalSource(SplitMix64(seed: seed, purpose: "attitude.noise"))
    }

    mutating func next() -> (stamp: Seconds, value: UnitQuaternion)? {
        while let sample = clock.next() {
            let state = motion.state(at: max(0, sample.time - model.delay))
            advance(at: state.position)
            if sample.isLost { continue }
            let error = error ?? .zero
            let half = HalfAngle(-(model.yawBias.radians + error.z + (disturbance ?? 0)))
            let turn = UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
            // Of two small angles, normalised: exact to the third order.
            let tilt = UnitQuaternion(w: 1, x: error.x / 2, y: error.y / 2, z: 0) ?? .identity
            return (sample.stamp, turn * tilt * state.orientation)
        }
        return nil
    }

    /// Inclination about east and north, and yaw.
    private mutating func advance(at position: Vector3) {
        let drawn = noise.nextVector()
        let fresh = Vector3(
            model.inclination.radians * drawn.x,
            model.inclination.radians * drawn.y,
            model.yaw.radians * drawn.z
        )
        let tilt = PortableMath.exponential(-clock.interval / model.inclinationTime)
        let yaw = PortableMath.exponential(-clock.interval / model.yawTime)
        let (tiltRoot, yawRoot) = ((1 - tilt * tilt).squareRoot(), (1 - yaw * yaw).squareRoot())
        // Gauss–Markov: e' = φ e + σ √(1 − φ²) w, φ = exp(−Δt/T). The first error is as large as all others.
        error =
            error.map {
                Vector3(
                    $0.x * tilt + fresh.x * tiltRoot,
                    $0.y * tilt + fresh.y * tiltRoot,
                    $0.z * yaw + fresh.z * yawRoot
                )
            } ?? fresh
        guard !place.magnets.isEmpty else { return }
        let now = place.fieldDisturbance(at: position)
        disturbance =
            disturbance.map { $0 + (1 - yaw) * PortableMath.wrapped(radians: now - $0) } ?? now
    }
}

extension SimulatedPlace {
    /// Radians by which magnets turn a compass: a direction seems so far clockwise of where it is.
    fileprivate func fieldDisturbance(at position: Vector3) -> Double {
        let field = field(at: position)
        return declination.radians - PortableMath.arcTangent(y: field.x, x: field.y)
    }
}

extension PortableMath {
    /// The same direction in [−π, π].
    fileprivate static func wrapped(radians: Double) -> Double { radians.remainder(dividingBy: 2 * Double.pi) }
}
