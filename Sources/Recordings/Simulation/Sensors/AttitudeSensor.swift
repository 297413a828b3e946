import SensorModel

/// The system's attitude along a motion, one sample after another: device → East, North (true), Up.
///
/// The gyroscope carries fast motion, so a sample is the orientation of a moment before, turned by errors that change
/// smoothly as the device turns and stay while it rests. Where magnets disturb the field, the yaw follows slowly.
struct AttitudeSensor: IteratorProtocol {
    private let model: AttitudeModel
    private let place: SimulatedPlace
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    /// About east, about north, and clockwise, in standard deviations.
    private var errors = [SmoothProcess](repeating: SmoothProcess(), count: 3)
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
            advance(at: state)
            if sample.isLost { continue }
            let half = HalfAngle(
                -(model.yawBias.radians + model.yaw.radians * errors[2].value + (disturbance ?? 0))
            )
            let turn = UnitQuaternion(unchecked: half.cosine, 0, 0, half.sine)
            let tilt = model.inclination.radians / 2
            // Of two small angles, normalised: exact to the third order.
            let tilted = UnitQuaternion(w: 1, x: tilt * errors[0].value, y: tilt * errors[1].value, z: 0)
            return (sample.stamp, turn * (tilted ?? .identity) * state.orientation)
        }
        return nil
    }

    private mutating func advance(at state: MotionState) {
        let turned = state.angularVelocity.length * clock.interval
        let turns = [model.inclinationTurn, model.inclinationTurn, model.yawTurn]
        for axis in errors.indices {
            // Drawn for each sample, so that no motion changes what another axis gets.
            let drawn = (noise.next(), noise.next())
            errors[axis].advance(by: turned / turns[axis].radians, drawn)
        }
        guard !place.magnets.isEmpty else { return }
        let now = place.fieldDisturbance(at: state.position)
        let share = 1 - PortableMath.exponential(-clock.interval / model.fieldTime)
        disturbance = disturbance.map { $0 + share * PortableMath.wrapped(radians: now - $0) } ?? now
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
