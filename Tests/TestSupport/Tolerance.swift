/// What counts as equal in tests, with the reason.
public enum Tolerance {
    /// Radians. A few roundings of quaternion products.
    public static let rounding = 1e-12
    /// Radians. The bound that filters promise against a direct computation of their equations.
    public static let equations = 1e-9
    /// Departure of a quaternion's length from one.
    public static let unitLength = 1e-12
    /// Degrees. Published figures are compared to this.
    public static let publishedDegrees = 0.001
}
