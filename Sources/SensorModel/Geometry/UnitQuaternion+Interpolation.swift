import RealModule

extension UnitQuaternion {
    /// Spherical linear interpolation along the shorter arc: `self` at 0, `other` at 1.
    ///
    /// Shoemake 1985, doi:10.1145/325334.325242. Orientations up to 20° apart are blended with the weights of a series
    /// (``SlerpWeights``), which is accurate to rounding and needs no angle. Others are blended with sines of the angle,
    /// which comes from atan2. Rotations that are half a turn apart have two arcs of the same length; the sign of
    /// `other` then chooses the arc.
    @inlinable @inline(__always) public func slerp(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        // In pairs, so that a sum does not wait for the one before.
        let cosine = (w * other.w + y * other.y) + (x * other.x + z * other.z)
        guard let weights = SlerpWeights(fraction: fraction, cosine: abs(cosine)) else {
            return slerpFarther(to: cosine < 0 ? -other : other, fraction: fraction)
        }
        let share = cosine < 0 ? -weights.to : weights.to
        return UnitQuaternion(nearUnit: Quaternion(self) * weights.from + Quaternion(other) * share)
    }

    /// The interpolation towards `other` with the sign that it has.
    @usableFromInline @inline(never)
    func slerpFarther(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        let from = Quaternion(self)
        let to = Quaternion(other)
        let angle = 2 * Double.atan2(y: (to - from).length, x: (to + from).length)
        let sine = Double.sin(angle)
        guard sine > 1e-9 else { return UnitQuaternion(renormalising: from * (1 - fraction) + to * fraction) }
        let blend = from * (.sin((1 - fraction) * angle) / sine) + to * (.sin(fraction * angle) / sine)
        return UnitQuaternion(renormalising: blend)
    }
}
