import RealModule

/// Quantiles of Student's distribution and of the normal distribution.
package enum StudentDistribution {
    /// The number that the magnitude of a variable exceeds with a probability of `tails`.
    ///
    /// Source: Hill 1970, doi:10.1145/355598.355600. The relative error is below 10⁻⁵ for the tails of intervals. Fractions
    /// of degrees of freedom are valid.
    ///
    /// - Parameters:
    ///   - tails: the probability of both tails, such as 0.05.
    ///   - degreesOfFreedom: at least 1.
    package static func twoSidedQuantile(tails: Double, degreesOfFreedom n: Double) -> Double {
        if n == 1 { return .cos(tails * .pi / 2) / .sin(tails * .pi / 2) }
        if n == 2 { return (2 / (tails * (2 - tails)) - 2).squareRoot() }
        let a = 1 / (n - 0.5)
        let b = 48 / (a * a)
        var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
        let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
        var y = Double.pow(d * tails, 2 / n)
        if y > 0.05 + a {
            let x = -normalQuantile(upperTail: tails / 2)
            y = x * x
            if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
            c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
            y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
            y = .expMinusOne(a * y * y)
        } else {
            let tail = (1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1
            y = tail * (n + 1) / (n + 2) + 1 / y
        }
        return (n * y).squareRoot()
    }

    /// The number that a standard normal variable exceeds with this probability, by bisection.
    package static func normalQuantile(upperTail: Double) -> Double {
        var (below, above) = (-40.0, 40.0)
        for _ in 0..<64 {
            let middle = (below + above) / 2
            if Double.erfc(middle / 2.0.squareRoot()) / 2 > upperTail { below = middle } else { above = middle }
        }
        return (below + above) / 2
    }
}
