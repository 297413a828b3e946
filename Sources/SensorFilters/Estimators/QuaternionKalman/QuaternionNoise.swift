import SensorModel

/// The variances of the four components of a small turn exp(½ ε Δt) with the standard deviations σ of ε: those of
/// (1 − cos(½ |σ| Δt), sin(½ |σ| Δt) σ/|σ|).
struct QuaternionNoise {
    let scalar: Double
    let vector: Vector3

    @_transparent init(_ deviations: Vector3, over interval: Double) {
        let turn = Quaternion(UnitQuaternion(rotationVector: deviations * interval))
        let departure = 1 - turn.w
        scalar = departure * departure
        vector = Vector3(turn.x * turn.x, turn.y * turn.y, turn.z * turn.z)
    }
}
