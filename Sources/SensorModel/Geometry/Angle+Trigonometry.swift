internal import RealModule

extension Angle {
    /// The tangent of the angle.
    public var tangent: Double { Double.tan(radians) }

    /// The sine of the angle.
    public var sine: Double { Double.sin(radians) }

    /// The cosine of the angle.
    public var cosine: Double { Double.cos(radians) }

    /// The angle of a point from the x axis towards the y axis, in (−π, π].
    public init(ofPoint x: Double, _ y: Double) {
        self.init(radians: Double.atan2(y: y, x: x))
    }
}
