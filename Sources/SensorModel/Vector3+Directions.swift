import RealModule

extension Vector3 {
    /// The rotation vector, in radians, of the shortest turn from this direction to another, both of length one.
    ///
    /// Zero for opposite directions, which every horizontal axis joins.
    public func turn(to other: Vector3) -> Vector3 {
        let axis = cross(other)
        let sine = axis.length
        guard sine > 1e-12 else { return axis }
        return axis * (Double.atan2(y: sine, x: dot(other)) / sine)
    }

    /// The direction of the horizontal part in Earth axes (East, North, Up): clockwise from north, in (−π, π].
    public var azimuth: Angle { Angle(radians: .atan2(y: x, x: y)) }
}
