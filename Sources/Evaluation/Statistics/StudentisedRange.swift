import RealModule

/// The studentised range for infinite degrees of freedom: the range of `count` standard normal numbers.
///
/// Source: Tukey 1949, doi:10.2307/3001913. The figures are those of `scipy.stats.studentized_range` with `df=inf`.
///
/// ```swift
/// let q = StudentisedRange.quantile(tail: 0.05, count: 4)  // 3.633
/// ```
public enum StudentisedRange {
    /// The limit of the integration: the density at ±9 is below 1e−17.
    private static let reach = 9.0
    private static let steps = 360

    /// The probability that the range of `count` standard normal numbers is at most `range`.
    ///
    /// - Parameters:
    ///   - range: the range in standard deviations, at least 0.
    ///   - count: the number of numbers, at least 2.
    public static func probability(atMost range: Double, count: Int) -> Double {
        precondition(count > 1, "a range needs at least two numbers")
        if range <= 0 { return 0 }
        // P(q) = k ∫ φ(z) (Φ(z) − Φ(z − q))ᵏ⁻¹ dz. For such integrands the trapezoidal rule converges exponentially
        // (Trefethen & Weideman 2014, doi:10.1137/130932132).
        let step = 2 * reach / Double(steps)
        var sum = 0.0
        for index in 0...steps {
            let z = -reach + Double(index) * step
            let density = Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot()
            sum += density * .pow(normal(z) - normal(z - range), count - 1)
        }
        return min(1, Double(count) * sum * step)
    }

    /// The range that is exceeded with a given probability.
    ///
    /// - Parameters:
    ///   - tail: the probability, between 0 and 1, such as 0.05.
    ///   - count: the number of numbers, at least 2.
    public static func quantile(tail: Double, count: Int) -> Double {
        precondition(tail > 0 && tail < 1, "a probability is between 0 and 1")
        var below = 0.0
        var above = 1.0
        while probability(atMost: above, count: count) < 1 - tail, above < 64 { above *= 2 }
        while true {
            let middle = (below + above) / 2
            // Bisects until no number is between the bounds.
            guard middle > below, middle < above else { return middle }
            if probability(atMost: middle, count: count) < 1 - tail { below = middle } else { above = middle }
        }
    }

    /// The normal distribution Φ(z), without loss of digits in the lower tail.
    private static func normal(_ z: Double) -> Double { Double.erfc(-z / 2.0.squareRoot()) / 2 }
}
