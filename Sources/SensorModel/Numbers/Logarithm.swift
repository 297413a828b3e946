internal import RealModule

/// Logarithms for targets that do not depend on RealModule.
public enum Logarithm {
    /// Returns the natural logarithm; −∞ for 0, NaN for negative numbers.
    public static func natural(_ number: Double) -> Double { .log(number) }
}
