import SensorModel

/// The variances of the four components of a small turn exp(½ ε Δt) with the standard deviations σ of ε: those of
/// (1 − cos(½ |σ| Δt), sin(½ |σ| Δt) σ/|σ|).
struct QuaternionNoise<Number: LaneNumber> {
    let scalar: Number
    let vector: Vector<Number>

    @_transparent init(_ deviations: Vector<Number>, over interval: Number) {
        let turn = HamiltonQuaternion(Rotation(rotationVector: deviations * interval))
        let departure = 1 - turn.w
        scalar = departure * departure
        vector = Vector(turn.x * turn.x, turn.y * turn.y, turn.z * turn.z)
    }
}
