internal import RealModule

/// Where a vector in Earth axes (East, North, Up) points.
extension Vector3 {
    /// The vector's direction over ground, from North towards East, in (−π, π]; zero for a vertical vector.
    public var bearing: Angle { Angle(radians: .atan2(y: x, x: y)) }

    /// The vector's angle above the horizontal plane, in [−π/2, π/2].
    public var elevation: Angle {
        // Scaled first: squares of very small or large components would vanish or overflow.
        guard let direction = normalised else { return .zero }
        let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        return Angle(radians: .atan2(y: direction.z, x: across))
    }
}
