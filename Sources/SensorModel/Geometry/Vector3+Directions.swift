public import RealModule

extension Vector3 {
    /// The rotation vector, in radians, of the shortest turn from this direction to another, both of length one.
    ///
    /// Zero for opposite directions, which every horizontal axis joins.
    @inlinable public func turn(to other: Self) -> Self {
        let axis = cross(other)
        let sine = axis.length
        return sine > 1e-12 ? axis * (Double.atan2(y: sine, x: dot(other)) / sine) : axis
    }

    /// The direction of the horizontal part in Earth axes (East, North, Up): clockwise from north, in (−π, π].
    @inlinable public var azimuth: Angle { Angle(radians: .atan2(y: x, x: y)) }

    /// The direction over ground in Earth axes (East, North, Up), from North towards East, in (−π, π]; zero for a
    /// vertical vector.
    public var bearing: Angle { azimuth }

    /// The angle above the horizontal plane in Earth axes (East, North, Up), in [−π/2, π/2].
    @inlinable public var elevation: Angle {
        // Scaled first: squares of very small or large components would vanish or overflow.
        let direction = normalised ?? .zero
        let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        return Angle(radians: .atan2(y: direction.z, x: across))
    }
}
