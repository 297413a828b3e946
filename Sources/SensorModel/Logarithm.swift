internal import RealModule

/// Logarithms for targets that have no mathematics library of their own.
public enum Logarithm {
    /// To base e; minus infinite for 0, NaN below.
    public static func natural(_ number: Double) -> Double { .log(number) }
}
