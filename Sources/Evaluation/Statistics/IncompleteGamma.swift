import RealModule

/// The regularised incomplete gamma function.
package enum IncompleteGamma {
    /// The relative change below which a term is negligible.
    private static let enough = 1e-16
    private static let mostTerms = 10_000

    /// The upper tail Q(a, x) = Γ(a, x)/Γ(a) (DLMF 8.2.4), in [0, 1]. The relative error is about 1e−13.
    ///
    /// - Parameters:
    ///   - shape: the parameter a, above 0.
    ///   - x: the argument, at least 0.
    static func upper(shape: Double, _ x: Double) -> Double {
        if x <= 0 { return 1 }
        if x == .infinity { return 0 }
        let scale = Double.exp(shape * .log(x) - x - .logGamma(shape))
        return x < shape + 1 ? 1 - scale * lowerSeries(shape, x) : scale * upperFraction(shape, x)
    }

    /// The probability of a chi-square of at least this size.
    package static func chiSquareTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
        // Abramowitz & Stegun 26.4.19: Q(χ²|ν) = Q(ν/2, χ²/2).
        upper(shape: Double(degreesOfFreedom) / 2, statistic / 2)
    }

    /// The series of γ(a, x)/(xᵃ e⁻ˣ), which converges fast for x below a + 1.
    private static func lowerSeries(_ shape: Double, _ x: Double) -> Double {
        // DLMF 8.11.4: Σ xᵏ/(a)ₖ₊₁.
        var term = 1 / shape
        var sum = term
        for k in 1...mostTerms {
            term *= x / (shape + Double(k))
            sum += term
            if term < sum * enough { break }
        }
        return sum
    }

    /// The continued fraction of Γ(a, x)/(xᵃ e⁻ˣ), which converges fast for x above a + 1.
    private static func upperFraction(_ shape: Double, _ x: Double) -> Double {
        // Press et al.: Numerical Recipes. 3rd ed. 2007, equation 6.2.7, by Lentz's method (section 5.2):
        // 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …
        var denominator = x + 1 - shape
        var numerator = Double.greatestFiniteMagnitude
        var inverse = 1 / denominator
        var fraction = inverse
        for k in 1...mostTerms {
            let coefficient = -Double(k) * (Double(k) - shape)
            denominator += 2
            inverse = 1 / (coefficient * inverse + denominator)
            numerator = denominator + coefficient / numerator
            let factor = numerator * inverse
            fraction *= factor
            if abs(factor - 1) < enough { break }
        }
        return fraction
    }
}
