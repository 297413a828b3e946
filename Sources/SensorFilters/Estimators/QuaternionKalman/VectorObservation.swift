import SensorModel

/// One row h of a measurement matrix with the measured deviation z and its variance: z = h · δq + noise.
struct QuaternionRow<Number: LaneNumber> {
    let row: HamiltonQuaternion<Number>
    let deviation: Number
    let variance: Number
}

/// A direction that is known in Earth axes and measured in device axes, as three rows of a quaternion's Kalman filter.
///
/// With the rotation R(q) from device to Earth axes as a quadratic form in q, which is not a rotation for a quaternion of
/// another length:
///
///     R(q) v = (w² − |u|²) v + 2 (u·v) u + 2 w u × v                 of any length
///     R(q) v = v + 2 (u × (u × v) + w u × v)                         of length one
///
/// The first is q ⊗ v ⊗ q*. The second uses |q| = 1; their derivatives differ by 2 v qᵀ.
struct VectorObservation<Number: LaneNumber> {
    let rows: (QuaternionRow<Number>, QuaternionRow<Number>, QuaternionRow<Number>)

    /// - Parameters:
    ///   - deviation: of the measurement from its prediction.
    ///   - jacobian: the derivative of the prediction.
    ///   - variances: of the measurement, by axis.
    @_transparent init(
        deviation: Vector<Number>,
        jacobian: QuaternionJacobian<Number>,
        variances: Vector<Number>
    ) {
        rows = (
            QuaternionRow(row: jacobian.x, deviation: deviation.x, variance: variances.x),
            QuaternionRow(row: jacobian.y, deviation: deviation.y, variance: variances.y),
            QuaternionRow(row: jacobian.z, deviation: deviation.z, variance: variances.z)
        )
    }
}

/// The derivative of a rotated vector by the four components of the quaternion, by rows.
struct QuaternionJacobian<Number: LaneNumber> {
    let x: HamiltonQuaternion<Number>
    let y: HamiltonQuaternion<Number>
    let z: HamiltonQuaternion<Number>

    /// The derivative of q ⊗ v ⊗ q*: `2 [t, (u·v) I − [t]×]` with t = w v + u × v.
    @_transparent init(ofTurning vector: Vector<Number>, by q: HamiltonQuaternion<Number>, _ form: JacobianForm) {
        let axis = Vector(q.x, q.y, q.z)
        self.init((vector * q.w + axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: -1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    /// The derivative of q* ⊗ v ⊗ q: `2 [t, (u·v) I + [t]×]` with t = w v − u × v.
    @_transparent init(ofTurningBack vector: Vector<Number>, by q: HamiltonQuaternion<Number>, _ form: JacobianForm) {
        let axis = Vector(q.x, q.y, q.z)
        self.init((vector * q.w - axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: 1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    @_transparent private init(_ t: Vector<Number>, _ diagonal: Number, sign: Number) {
        let s = t * sign
        x = HamiltonQuaternion(w: t.x, x: diagonal, y: -s.z, z: s.y)
        y = HamiltonQuaternion(w: t.y, x: s.z, y: diagonal, z: -s.x)
        z = HamiltonQuaternion(w: t.z, x: -s.y, y: s.x, z: diagonal)
    }

    @_transparent private init(_ long: Self, minusTwice vector: Vector<Number>, _ q: HamiltonQuaternion<Number>) {
        x = long.x - q * (vector.x * 2)
        y = long.y - q * (vector.y * 2)
        z = long.z - q * (vector.z * 2)
    }
}

/// The form of the rotation matrix whose derivative a Kalman filter of a quaternion's components uses.
public enum JacobianForm: String, Sendable, Hashable, CaseIterable {
    /// That of a quaternion of length one: 1 − 2 (y² + z²) on the diagonal.
    case short
    /// That of a quaternion of any length: w² + x² − y² − z² on the diagonal.
    case long
}
