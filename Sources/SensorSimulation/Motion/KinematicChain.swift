import SensorModel

/// The end of a chain of rotations and links at one time, such as a forearm or the hand of a robot.
///
/// Each function appends a rotation or a link to the chain. It computes the exact velocities and accelerations of the
/// chain's new end.
struct KinematicChain {
    enum Axis: Int, CaseIterable {
        case x, y, z

        var direction: Vector3 { Vector3(self == .x ? 1 : 0, self == .y ? 1 : 0, self == .z ? 1 : 0) }

        /// Returns the components of a vector in axes that are rotated about this axis.
        fileprivate func turned(_ vector: Vector3, _ angle: (sine: Double, cosine: Double)) -> Vector3 {
            let (x, y, z) = (vector.x, vector.y, vector.z)
            let (sine, cosine) = angle
            return switch self {
            case .x: Vector3(x, cosine * y + sine * z, cosine * z - sine * y)
            case .y: Vector3(cosine * x - sine * z, y, sine * x + cosine * z)
            case .z: Vector3(cosine * x + sine * y, cosine * y - sine * x, z)
            }
        }
    }

    /// The state of the end.
    private(set) var state: MotionState
    /// The angular acceleration in rad/s², in the axes of the end.
    private var angularAcceleration = Vector3.zero

    /// Creates a chain with a moving base, whose axes are East, North and Up.
    init(east: Jet = .zero, north: Jet = .zero, up: Jet = .zero) {
        state = MotionState(
            orientation: .identity,
            angularVelocity: .zero,
            position: Vector3(east.value, north.value, up.value),
            velocity: Vector3(east.rate, north.rate, up.rate),
            acceleration: Vector3(east.acceleration, north.acceleration, up.acceleration)
        )
    }

    /// Rotates the end about one of its axes u by an angle θ: ω' = Rᵀ ω + θ̇ u, and ω̇' = Rᵀ ω̇ + θ̈ u + ω' × θ̇ u.
    ///
    /// The rotation R is from the new axes to the old axes. The formulas have no division, so no orientation is
    /// singular.
    mutating func turn(_ axis: Axis, by angle: Jet) {
        let (half, direction) = (HalfAngle(angle.value), axis.direction)
        let vector = direction * half.sine
        state.orientation =
            state.orientation * UnitQuaternion(unchecked: half.cosine, vector.x, vector.y, vector.z)
        let rate = direction * angle.rate
        state.angularVelocity = axis.turned(state.angularVelocity, half.whole) + rate
        angularAcceleration =
            axis.turned(angularAcceleration, half.whole) + direction * angle.acceleration
            + state.angularVelocity.cross(rate)
    }

    /// Rotates the axes of the end by a constant rotation.
    mutating func turn(by rotation: UnitQuaternion) {
        state.orientation = state.orientation * rotation
        state.angularVelocity = rotation.conjugate.rotate(state.angularVelocity)
        angularAcceleration = rotation.conjugate.rotate(angularAcceleration)
    }

    /// Rotates the axes of the end by 90° about x. The angular velocity is not rounded.
    mutating func turnUpright() {
        state.orientation = state.orientation * Self.upright
        state.angularVelocity = Axis.x.turned(state.angularVelocity, (1, 0))
        angularAcceleration = Axis.x.turned(angularAcceleration, (1, 0))
    }

    private static let upright = UnitQuaternion(unchecked: 0.5.squareRoot(), 0.5.squareRoot(), 0, 0)

    /// Moves the end along a rigid link r, in metres along the axes of the end. The link's acceleration is
    /// ω̇ × r + ω × (ω × r).
    mutating func link(_ x: Metres, _ y: Metres, _ z: Metres) {
        let link = Vector3(x, y, z)
        let velocity = state.angularVelocity.cross(link)
        let acceleration = angularAcceleration.cross(link) + state.angularVelocity.cross(velocity)
        state.position += state.orientation.rotate(link)
        state.velocity += state.orientation.rotate(velocity)
        state.acceleration += state.orientation.rotate(acceleration)
    }
}
