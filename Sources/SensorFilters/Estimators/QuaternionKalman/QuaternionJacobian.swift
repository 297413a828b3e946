import SensorModel

/// The derivative of a rotated vector by the four components of the quaternion, by rows.
struct QuaternionJacobian {
    let x: Quaternion
    let y: Quaternion
    let z: Quaternion

    /// The derivative of q ⊗ v ⊗ q*: `2 [t, (u·v) I − [t]×]` with t = w v + u × v.
    @_transparent init(ofTurning vector: Vector3, by q: Quaternion, _ form: JacobianForm) {
        let axis = Vector3(q.x, q.y, q.z)
        self.init((vector * q.w + axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: -1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    /// The derivative of q* ⊗ v ⊗ q: `2 [t, (u·v) I + [t]×]` with t = w v − u × v.
    @_transparent init(ofTurningBack vector: Vector3, by q: Quaternion, _ form: JacobianForm) {
        let axis = Vector3(q.x, q.y, q.z)
        self.init((vector * q.w - axis.cross(vector)) * 2, axis.dot(vector) * 2, sign: 1)
        if form == .short { self.init(self, minusTwice: vector, q) }
    }

    @_transparent private init(_ t: Vector3, _ diagonal: Double, sign: Double) {
        let s = t * sign
        x = Quaternion(w: t.x, x: diagonal, y: -s.z, z: s.y)
        y = Quaternion(w: t.y, x: s.z, y: diagonal, z: -s.x)
        z = Quaternion(w: t.z, x: -s.y, y: s.x, z: diagonal)
    }

    @_transparent private init(_ long: Self, minusTwice vector: Vector3, _ q: Quaternion) {
        x = long.x - q * (vector.x * 2)
        y = long.y - q * (vector.y * 2)
        z = long.z - q * (vector.z * 2)
    }
}
