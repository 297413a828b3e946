import RealModule

extension UnitQuaternion {
    /// Spherical linear interpolation along the shorter arc: `self` at 0, `other` at 1.
    ///
    /// Shoemake 1985, doi:10.1145/325334.325242. Orientations up to 20° apart are blended with weights from a series,
    /// which is right to the last digit there and needs no angle; others with sines of the angle, which comes from
    /// atan2. For orthogonal quaternions (rotations half a turn apart, with two arcs of one length) `other` is taken
    /// with the sign that it has.
    @inlinable @inline(__always) public func slerp(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        // In pairs, so that a sum does not wait for the one before.
        let cosine = (w * other.w + y * other.y) + (x * other.x + z * other.z)
        guard let weights = SlerpWeights(fraction: fraction, cosine: abs(cosine)) else {
            return slerpFarther(to: cosine < 0 ? -other : other, fraction: fraction)
        }
        let share = cosine < 0 ? -weights.to : weights.to
        return UnitQuaternion(nearUnit: Quaternion(self) * weights.from + Quaternion(other) * share)
    }

    /// Towards the sign of `other` that is given.
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

    /// Brings a quaternion back to length one that is off it by a few roundings, without a root.
    @inlinable @inline(__always) public init(nearUnit value: Quaternion) {
        let excess = value.lengthSquared - 1
        guard abs(excess) < 1e-8 else {
            self.init(renormalising: value)
            return
        }
        // 1/√(1 + ε) = 1 − ε/2 + O(ε²), and ε² is below rounding.
        let scale = 1 - excess / 2
        self.init(unchecked: value.w * scale, value.x * scale, value.y * scale, value.z * scale)
    }
}
