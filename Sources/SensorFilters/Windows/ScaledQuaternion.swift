import SensorModel

/// An orientation as a direction in S³ and the factor that scales it to length one: computations with the direction need
/// not wait for the factor.
struct ScaledQuaternion {
    let direction: SIMD4<Double>
    let scale: Double

    @inline(__always)
    var orientation: UnitQuaternion { UnitQuaternion(unchecked: direction * scale) }

    /// `slerp(e, target, c)`, where e is this orientation times `factor`.
    @inline(__always)
    func slerp(to target: Self, fraction: Double, rescaled factor: Double) -> SIMD4<Double> {
        let scale = scale * factor
        let cosine = direction.dot(target.direction) * (scale * target.scale)
        guard let weights = SlerpWeights(fraction: fraction, cosine: abs(cosine)) else {
            let start = UnitQuaternion(unchecked: direction * scale)
            return SIMD4(start.slerp(to: target.orientation, fraction: fraction))
        }
        let share = cosine < 0 ? -weights.to : weights.to
        return direction * (weights.from * scale) + target.direction * (share * target.scale)
    }
}
