public import RealModule

extension UnitQuaternion {
    /// Spherical linear interpolation along the shorter arc: `self` at 0, `other` at 1.
    ///
    /// Shoemake 1985, doi:10.1145/325334.325242. The angle comes from atan2, so that close orientations keep all their
    /// digits; for orthogonal quaternions (rotations half a turn apart, with two arcs of one length) `other` is taken
    /// with the sign that it has.
    @inlinable public func slerp(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        let from = Quaternion(self)
        let to = Quaternion(other.aligned(with: self))
        let angle = 2 * Double.atan2(y: (to - from).length, x: (to + from).length)
        let sine = Double.sin(angle)
        guard sine > 1e-9 else { return UnitQuaternion(renormalising: from * (1 - fraction) + to * fraction) }
        let blend = from * (.sin((1 - fraction) * angle) / sine) + to * (.sin(fraction * angle) / sine)
        return UnitQuaternion(renormalising: blend)
    }
}
