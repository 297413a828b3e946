internal import RealModule

extension Angle {
    /// The tangent of the angle.
    public var tangent: Double { Double.tan(radians) }
}
