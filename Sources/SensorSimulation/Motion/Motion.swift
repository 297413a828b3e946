import Recordings
public import SensorModel

/// The motion of a device as a smooth function of time.
///
/// Angular velocity and acceleration are exact derivatives in closed form, not differences, so the reference is exact.
/// The Earth's rotation (15°/h) is not simulated.
public struct Motion: Sendable {
    let chain: @Sendable (Seconds) -> KinematicChain

    /// Creates a motion from the end of a kinematic chain at each time.
    init(chain: @escaping @Sendable (Seconds) -> KinematicChain) { self.chain = chain }

    /// Creates a motion from angles and positions at each time.
    init(_ posture: @escaping @Sendable (Seconds) -> Posture) {
        chain = { posture($0).chain }
    }

    /// Returns the state of the device at a time in seconds.
    ///
    /// Complexity: O(log n) for n events.
    public func state(at time: Seconds) -> MotionState { chain(time).state }
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

    /// The device with the orientation q = Rz(−azimuth) Rx(pitch) Ry(roll) Rx(90°). The last factor turns the device
    /// upright, with the camera to the north.
    var chain: KinematicChain {
        var chain = KinematicChain(east: east, north: north, up: up)
        chain.turn(.z, by: -azimuth)
        chain.turn(.x, by: pitch)
        chain.turn(.y, by: roll)
        chain.turnUpright()
        return chain
    }

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
