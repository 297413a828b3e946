/// Tolerances of comparisons in tests.
public enum Tolerance {
    /// Radians. The rounding of a few quaternion products.
    public static let rounding = 1e-12
    /// Radians. The largest difference between a filter and the direct evaluation of its equations.
    public static let equations = 1e-9
    /// Deviation of a quaternion's norm from 1.
    public static let unitLength = 1e-12
    /// Degrees. The rounding of published values.
    public static let publishedDegrees = 0.001
}
