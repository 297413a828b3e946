import SensorModel

/// The equations of ``Guo``, for one setting or for one in each lane.
struct GuoEquations<Number: LaneNumber>: RateEquations {
    private let gyroscopeVariance: Number
    private let accelerometerVariance: Number
    private let magnetometerVariance: Number
    private let initialCovariance: QuaternionMatrix<Number>
    private var covariance: QuaternionMatrix<Number>

    /// - Parameter settings: at least one.
    init(_ settings: [Guo.Parameters]) {
        gyroscopeVariance = Number(settings, \.gyroscopeVariance)
        accelerometerVariance = Number(settings, \.accelerometerVariance)
        magnetometerVariance = Number(settings, \.magnetometerVariance)
        initialCovariance = QuaternionMatrix(diagonal: Number(settings, \.initialVariance))
        covariance = initialCovariance
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        covariance = initialCovariance
        return triad
    }

    @_transparent mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> Rotation<Number> {
        let q = HamiltonQuaternion(orientation)
        // Φ is the matrix of q ↦ q ⊗ (1, ½ ω Δt).
        let turn = Vector<Number>(repeating: rate * (interval / 2))
        let transition = HamiltonQuaternion(w: Number(repeating: 1), x: turn.x, y: turn.y, z: turn.z)
        let noise = gyroscopeVariance * Number(repeating: interval * interval / 4)
        var next = q * transition
        var predicted = covariance.turned(by: transition) + (.identity - QuaternionMatrix(outer: q, q)) * noise
        if input.isKnown, input.hasField {
            let measured = measurement(from: q, Vector(repeating: input.gravity), Vector(repeating: input.field))
            let gain = predicted.divided(by: predicted + measured.covariance)
            let corrected = next + gain * (measured.quaternion - next)
            let rest = predicted - gain.product(with: predicted)
            let isUsable = measured.isKnown .& rest.isFiniteInLane .& rest.hasPositiveDiagonal
            next = next.replacing(with: corrected, where: isUsable)
            predicted = predicted.replacing(with: (rest + rest.transposed) * 0.5, where: isUsable)
        }
        let isFinite = predicted.isFiniteInLane
        covariance = initialCovariance.replacing(with: predicted, where: isFinite)
        return orientation.replacing(with: next.normalised(orKeeping: orientation), where: isFinite)
    }

    /// y and Σ_y, and the lanes in which there is a y.
    ///
    /// With p = (I + W_m) q, the derivatives of y are −¼ r_a ⊗ p ⊗ e_k and −¼ (I + W_a) (r_m ⊗ q ⊗ e_k) for the axes e_k.
    /// The products of a quaternion u with the three axes and u itself are orthogonal and as long as u, so that their outer
    /// products add up to |u|² I. W_a is symmetric and its own inverse, so that (I + W_a)² = 2 (I + W_a).
    @_transparent private func measurement(
        from q: HamiltonQuaternion<Number>,
        _ gravity: Vector<Number>,
        _ field: Vector<Number>
    ) -> (quaternion: HamiltonQuaternion<Number>, covariance: QuaternionMatrix<Number>, isKnown: Number.Mask) {
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        let up = HamiltonQuaternion(w: zero, x: zero, y: zero, z: one)
        let a = HamiltonQuaternion(w: zero, x: gravity.x, y: gravity.y, z: gravity.z)
        // (4) r_m = (0, m_N, m_D) with m_D = a · m
        let vertical = gravity.dot(field)
        let north = (1 - vertical * vertical).larger(zero).squareRoot()
        let reference = HamiltonQuaternion(w: zero, x: zero, y: north, z: vertical)
        let across = (reference * q).product(pure: field)
        let p = q - across
        let along = up * p
        let y = p - along * a
        let u = reference * q
        let turned = u - up * u * a
        // I + W_a
        let doubled = QuaternionMatrix<Number>.identity - QuaternionMatrix.identity.rows(after: up).rows(times: a)
        let ofGravity = QuaternionMatrix(diagonal: p.lengthSquared) - QuaternionMatrix(outer: along, along)
        let ofField = doubled * 2 - QuaternionMatrix(outer: turned, turned)
        let sixteenth = Number(repeating: 1.0 / 16)
        let length = y.length
        return (
            y * (1 / length),
            ofGravity * (accelerometerVariance * sixteenth) + ofField * (magnetometerVariance * sixteenth),
            length .> Number(repeating: 1e-6)
        )
    }
}
