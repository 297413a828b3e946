import RealModule

extension Vector {
    /// The rotation vector, in radians, of the shortest turn from this direction to another, both of length one.
    ///
    /// Zero for opposite directions, which every horizontal axis joins.
    @inlinable public func turn(to other: Self) -> Self {
        let axis = cross(other)
        let sine = axis.length
        let isKnown = sine .> 1e-12
        guard isKnown.inAnyLane else { return axis }
        return axis.replacing(with: axis * (Number.arcTangent(y: sine, x: dot(other)) / sine), where: isKnown)
    }

    /// ``Vector3/azimuth`` in radians, in each lane.
    @usableFromInline @_transparent package var azimuthRadians: Number { .arcTangent(y: x, x: y) }

    /// ``Vector3/elevation`` in radians, in each lane.
    @usableFromInline @_transparent package var elevationRadians: Number {
        // Scaled first: squares of very small or large components would vanish or overflow.
        let direction = direction.vector
        let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        return .arcTangent(y: direction.z, x: across)
    }
}

extension Vector3 {
    /// The direction of the horizontal part in Earth axes (East, North, Up): clockwise from north, in (−π, π].
    public var azimuth: Angle { Angle(radians: azimuthRadians) }

    /// The direction over ground in Earth axes (East, North, Up), from North towards East, in (−π, π]; zero for a
    /// vertical vector.
    public var bearing: Angle { azimuth }

    /// The angle above the horizontal plane in Earth axes (East, North, Up), in [−π/2, π/2].
    public var elevation: Angle { Angle(radians: elevationRadians) }
}
