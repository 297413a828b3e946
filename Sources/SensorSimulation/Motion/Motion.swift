import Recordings
public import SensorModel

/// The motion of a device as a smooth function of time.
///
/// Angular velocity and acceleration are exact derivatives in closed form, not differences, so the reference is exact.
/// The Earth's rotation (15°/h) is not simulated.
public struct Motion: Sendable {
    let posture: @Sendable (Seconds) -> Posture

    /// Returns the state of the device at a time in seconds.
    ///
    /// Complexity: O(log n) for n events.
    public func state(at time: Seconds) -> MotionState {
        let posture = posture(time)
        let azimuth = HalfAngle(posture.azimuth.value)
        let pitch = HalfAngle(posture.pitch.value)
        let roll = HalfAngle(posture.roll.value)
        // q = Rz(−azimuth) Rx(pitch) Ry(roll) Rx(90°): the last factor turns the device upright, with the camera to the
        // north.
        let orientation =
            UnitQuaternion(unchecked: azimuth.cosine, 0, 0, -azimuth.sine)
            * UnitQuaternion(unchecked: pitch.cosine, pitch.sine, 0, 0)
            * UnitQuaternion(unchecked: roll.cosine, 0, roll.sine, 0) * Self.upright
        return MotionState(
            orientation: orientation,
            angularVelocity: Self.angularVelocity(posture, pitch.whole, roll.whole),
            position: Vector3(posture.east.value, posture.north.value, posture.up.value),
            velocity: Vector3(posture.east.rate, posture.north.rate, posture.up.rate),
            acceleration: Vector3(posture.east.acceleration, posture.north.acceleration, posture.up.acceleration)
        )
    }

    /// Returns ω = Rx(−90°) (Ry(−roll) (Rx(−pitch) (0, 0, −ȧ) + (ṗ, 0, 0)) + (0, ṙ, 0)): the angular velocity in device
    /// axes. The rates of azimuth, pitch and roll are ȧ, ṗ and ṙ.
    ///
    /// Each angle has a factor in the orientation q = Rz(−azimuth) Rx(pitch) Ry(roll) Rx(90°). The rate of an angle is
    /// a vector along that factor's axis. The inverses of all factors to the right transform this vector to device
    /// axes.
    ///
    /// The formula has no division, so no orientation is singular.
    private static func angularVelocity(
        _ posture: Posture,
        _ pitch: (sine: Double, cosine: Double),
        _ roll: (sine: Double, cosine: Double)
    ) -> Vector3 {
        let x = posture.pitch.rate
        let y = -posture.azimuth.rate * pitch.sine
        let z = -posture.azimuth.rate * pitch.cosine
        let rolled = Vector3(roll.cosine * x - roll.sine * z, y + posture.roll.rate, roll.sine * x + roll.cosine * z)
        return Vector3(rolled.x, rolled.z, -rolled.y)
    }

    private static let upright = UnitQuaternion(unchecked: 0.5.squareRoot(), 0.5.squareRoot(), 0, 0)
}

/// The sine and the cosine of half an angle.
struct HalfAngle {
    let sine: Double
    let cosine: Double

    init(_ radians: Double) {
        (sine, cosine) = PortableMath.sineAndCosine(radians: radians / 2)
    }

    /// The sine and the cosine of the full angle, which is twice the half angle.
    var whole: (sine: Double, cosine: Double) { (2 * sine * cosine, 1 - 2 * sine * sine) }
}

/// The angles and the position of the device at one time, with their derivatives.
///
/// Angles are in radians and positions in metres. If all angles are zero, the device is upright in portrait, with the
/// screen facing south and the camera facing true north.
struct Posture: Sendable {
    var azimuth = Jet.zero
    var pitch = Jet.zero
    var roll = Jet.zero
    var east = Jet.zero
    var north = Jet.zero
    var up = Jet.zero

    subscript(axis: MotionAxis) -> Jet {
        get {
            switch axis {
            case .azimuth: azimuth
            case .pitch: pitch
            case .roll: roll
            case .east: east
            case .north: north
            case .up: up
            }
        }
        set {
            switch axis {
            case .azimuth: azimuth = newValue
            case .pitch: pitch = newValue
            case .roll: roll = newValue
            case .east: east = newValue
            case .north: north = newValue
            case .up: up = newValue
            }
        }
    }
}

/// The exact state of the device at one time.
public struct MotionState: Sendable, Hashable {
    /// The orientation, device → Earth (East, North, Up; true north).
    public var orientation: UnitQuaternion
    /// The angular velocity in rad/s, in device axes.
    public var angularVelocity: Vector3
    /// The position in metres east, north and up from the scenario's origin.
    public var position: Vector3
    /// The velocity in m/s, East, North, Up.
    public var velocity: Vector3
    /// The acceleration without gravity in m/s², East, North, Up.
    public var acceleration: Vector3

    /// Returns the reading of an ideal accelerometer in m/s², in device axes: Rᵀ (a + (0, 0, g)), where R is the
    /// orientation and a the acceleration.
    func specificForce(gravity: Double) -> Vector3 {
        orientation.conjugate.rotate(acceleration + Vector3(0, 0, gravity))
    }
}
