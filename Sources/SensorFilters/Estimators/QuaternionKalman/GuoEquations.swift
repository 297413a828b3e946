import SensorModel

/// The equations of ``Guo``.
struct GuoEquations: RateEquations {
    private let gyroscopeVariance: Double
    private let accelerometerVariance: Double
    private let magnetometerVariance: Double
    private let initialCovariance: QuaternionMatrix
    private var covariance: QuaternionMatrix

    init(_ parameters: Guo.Parameters) {
        gyroscopeVariance = parameters.gyroscopeVariance
        accelerometerVariance = parameters.accelerometerVariance
        magnetometerVariance = parameters.magnetometerVariance
        initialCovariance = QuaternionMatrix(diagonal: parameters.initialVariance)
        covariance = initialCovariance
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        covariance = initialCovariance
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        let q = Quaternion(orientation)
        // Φ is the matrix of q ↦ q ⊗ (1, ½ ω Δt).
        let turn = rate * (interval / 2)
        let transition = Quaternion(w: 1, x: turn.x, y: turn.y, z: turn.z)
        let noise = gyroscopeVariance * (interval * interval / 4)
        var next = q * transition
        var predicted = covariance.turned(by: transition) + (.identity - QuaternionMatrix(outer: q, q)) * noise
        if input.isKnown, input.hasField {
            let measured = measurement(from: q, input.gravity, input.field)
            let gain = predicted.divided(by: predicted + measured.covariance)
            let corrected = next + gain * (measured.quaternion - next)
            let rest = predicted - gain.product(with: predicted)
            if measured.isKnown, rest.isFinite, rest.hasPositiveDiagonal {
                next = corrected
                predicted = (rest + rest.transposed) * 0.5
            }
        }
        guard predicted.isFinite else {
            covariance = initialCovariance
            return orientation
        }
        covariance = predicted
        return next.normalised(orKeeping: orientation)
    }

    /// y and Σ_y, and whether there is a y.
    ///
    /// With p = (I + W_m) q, the derivatives of y are −¼ r_a ⊗ p ⊗ e_k and −¼ (I + W_a) (r_m ⊗ q ⊗ e_k) for the axes e_k.
    /// The products of a quaternion u with the three axes and u itself are orthogonal and as long as u, so that their outer
    /// products add up to |u|² I. W_a is symmetric and its own inverse, so that (I + W_a)² = 2 (I + W_a).
    @_transparent private func measurement(
        from q: Quaternion,
        _ gravity: Vector3,
        _ field: Vector3
    ) -> (quaternion: Quaternion, covariance: QuaternionMatrix, isKnown: Bool) {
        let up = Quaternion(w: 0, x: 0, y: 0, z: 1)
        let a = Quaternion(w: 0, x: gravity.x, y: gravity.y, z: gravity.z)
        // (4) r_m = (0, m_N, m_D) with m_D = a · m
        let vertical = gravity.dot(field)
        let north = max(1 - vertical * vertical, 0).squareRoot()
        let reference = Quaternion(w: 0, x: 0, y: north, z: vertical)
        let across = (reference * q).product(pure: field)
        let p = q - across
        let along = up * p
        let y = p - along * a
        let u = reference * q
        let turned = u - up * u * a
        // I + W_a
        let doubled = QuaternionMatrix.identity - QuaternionMatrix.identity.rows(after: up).rows(times: a)
        let ofGravity = QuaternionMatrix(diagonal: p.lengthSquared) - QuaternionMatrix(outer: along, along)
        let ofField = doubled * 2 - QuaternionMatrix(outer: turned, turned)
        let sixteenth = 1.0 / 16
        let length = y.length
        return (
            y * (1 / length),
            ofGravity * (accelerometerVariance * sixteenth) + ofField * (magnetometerVariance * sixteenth),
            length > (1e-6)
        )
    }
}
