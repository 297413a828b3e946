public import SensorModel

/// The truth at one moment.
public struct MotionState: Sendable, Hashable {
    /// Device → Earth (East, North, Up; true north).
    public var orientation: UnitQuaternion
    /// rad/s in device axes.
    public var angularVelocity: Vector3
    /// Metres east, north and up of the scenario's origin.
    public var position: Vector3
    /// m/s in East, North, Up.
    public var velocity: Vector3
    /// m/s² in East, North, Up; gravity is not in it.
    public var acceleration: Vector3

    /// What an ideal accelerometer reads, in device axes: Rᵀ (a + (0, 0, g)), m/s².
    public func specificForce(gravity: Double) -> Vector3 {
        orientation.conjugate.rotate(acceleration + Vector3(0, 0, gravity))
    }
}
