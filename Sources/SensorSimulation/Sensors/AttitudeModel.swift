public import Recordings
public import SensorModel

/// The errors of an attitude that an operating system computes from gyroscope, gravity and magnetic field.
public struct AttitudeModel: Sendable, Hashable {
    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The north of the attitude in a file. In memory, the attitude is always relative to true north.
    public var north = EarthFrame.North.trueNorth
    /// The delay of a sample after the motion, in seconds.
    public var delay: Seconds = 0
    /// The constant yaw error of the calibration, clockwise.
    public var yawBias = Angle.zero
    /// The standard deviation of the slow yaw error.
    public var yaw = Angle.zero
    /// The rotation of the device, in any direction, over which the correlation of the slow yaw error falls to 1/e.
    public var yawTurn = Angle(degrees: 180)
    /// The standard deviation of the inclination error about each horizontal axis.
    public var inclination = Angle.zero
    /// The rotation of the device, in any direction, over which the correlation of the inclination error falls to 1/e.
    public var inclinationTurn = Angle(degrees: 180)
    /// The time constant, in seconds, with which the yaw follows a field that magnets disturb.
    public var fieldTime: Seconds = 5

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// The system's attitude samples of a motion, in order: device → East, North (true), Up.
///
/// A sample is a delayed orientation, rotated by errors. The errors change smoothly while the device rotates, and are
/// constant while it rests. Where magnets disturb the field, the yaw follows slowly.
struct AttitudeSensor: IteratorProtocol {
    private let model: AttitudeModel
    private let place: SimulatedPlace
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    /// The errors about east, about north, and clockwise about up, in standard deviations.
    private var errors = [SmoothProcess](repeating: SmoothProcess(), count: 3)
    /// The yaw error from a disturbed field, in radians, clockwise.
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
            // The rotation by two small angles, correct to the third order.
            let tilted = UnitQuaternion(w: 1, x: tilt * errors[0].value, y: tilt * errors[1].value, z: 0)
            return (sample.stamp, turn * (tilted ?? .identity) * state.orientation)
        }
        return nil
    }

    private mutating func advance(at state: MotionState) {
        let turned = state.angularVelocity.length * clock.interval
        let turns = [model.inclinationTurn, model.inclinationTurn, model.yawTurn]
        for axis in errors.indices {
            // Drawn for each sample, so that the motion does not change the numbers of another axis.
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
    /// The error of a compass heading due to magnets, in radians, clockwise.
    fileprivate func fieldDisturbance(at position: Vector3) -> Double {
        let field = field(at: position)
        return declination.radians - PortableMath.arcTangent(y: field.x, x: field.y)
    }
}

extension PortableMath {
    /// The equivalent angle in [−π, π].
    fileprivate static func wrapped(radians: Double) -> Double { radians.remainder(dividingBy: 2 * Double.pi) }
}
