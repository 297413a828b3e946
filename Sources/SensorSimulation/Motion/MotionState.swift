public import SensorModel

/// The exact state of the device at one moment.
public struct MotionState: Sendable, Hashable {
    /// The orientation, device → Earth (East, North, Up; true north).
    public var orientation: UnitQuaternion
    /// The angular velocity in rad/s, device axes.
    public var angularVelocity: Vector3
    /// The position in metres east, north and up of the scenario's origin.
    public var position: Vector3
    /// The velocity in m/s, East, North, Up.
    public var velocity: Vector3
    /// The acceleration without gravity in m/s², East, North, Up.
    public var acceleration: Vector3

    /// The reading of an ideal accelerometer in m/s², device axes: Rᵀ (a + (0, 0, g)).
    func specificForce(gravity: Double) -> Vector3 {
        orientation.conjugate.rotate(acceleration + Vector3(0, 0, gravity))
    }
}
