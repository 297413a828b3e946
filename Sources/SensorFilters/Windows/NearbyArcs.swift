import SensorModel

/// Series that replace trigonometric functions for short arcs θ on the unit sphere S³.
enum NearbyArcs {
    /// The largest 1 − cos θ for which the series are used: θ up to 28.3°, or 56.7° of rotation.
    static let reach = 0.12

    /// The largest 1 − cos θ (at θ = 9.9°) for which the terms of ``narrowExcess(_:)`` are sufficient and the signs of
    /// the samples need no check.
    static let narrowReach = 0.015

    /// The upper limit of e = 1 − |m|² for the series. If all samples are within ``reach`` of the direction of their
    /// mean m, |m| is at least cos 28.3°, and e is below this limit.
    static let largestShortfall = 0.24

    /// The largest e = 1 − |m|², for the mean m, at which ``largestSpread(count:)`` is checked. For a larger e, the
    /// spread of the samples always exceeds that limit.
    static let closeShortfall = 5e-4

    /// Returns the largest mean of (1 − cos θ)² over `count` samples for which one iteration with the first term of
    /// ``narrowExcess(_:)`` is sufficient. The error of this iteration is at most 4e-10 rad on S³.
    ///
    /// Let y = 1 − cos θ, and let μ be the mean of y². Each y is at most √(nμ), and the mean of y is at most √μ.
    /// Therefore:
    /// - The terms after the first are below 0.1414 y² for y up to 0.1, and sin θ is below √(2y). These terms move the
    ///   mean by less than 0.2 n^¼ μ^1.25.
    /// - The first iteration moves the mean by less than √2/3 μ^¾. Each further iteration moves it by less than 0.7 √μ
    ///   times the previous displacement. Together, the further iterations move it by less than 0.34 μ^1.25.
    static func largestSpread(count: Int) -> Double {
        let count = Double(count)
        let factor = 0.2 * count.squareRoot().squareRoot() + 0.34
        // 4e-10^0.8 is 3.03e-8. The smaller of factor^-0.75 and 1/factor is at most factor^-0.8, for factors above and
        // below 1.
        let power = (factor * factor.squareRoot()).squareRoot()
        let spread = 3.02e-8 / max(power, factor)
        return min(spread, narrowReach * narrowReach / count)
    }

    /// Returns `θ/sin θ − 1` for two arcs, computed from y = 1 − cos θ as `Σ 2ᵏ k!²/(2k + 1)! yᵏ` with k = 1 to 5.
    ///
    /// For y up to ``narrowReach``, the remainder is below 1e-13, and its product with sin θ is below 1e-14.
    @inline(__always)
    static func narrowExcess(_ versed: SIMD2<Double>) -> SIMD2<Double> {
        let square = versed * versed
        let low = line(1.0 / 3, 2.0 / 15, versed)
        let high = line(2.0 / 35, 8.0 / 315, versed)
        return versed * (low + square * (high + square * (8.0 / 693)))
    }

    /// Returns the series of ``narrowExcess(_:)`` up to k = 10. For y up to ``reach``, the remainder is below 1e-14.
    @inline(__always)
    static func wideExcess(_ versed: SIMD2<Double>) -> SIMD2<Double> {
        // The pairs of terms are independent and can be computed in parallel.
        let square = versed * versed
        let low = line(1.0 / 3, 2.0 / 15, versed) + square * line(2.0 / 35, 8.0 / 315, versed)
        let middle = line(8.0 / 693, 16.0 / 3003, versed) + square * line(16.0 / 6435, 128.0 / 109_395, versed)
        let high = line(128.0 / 230_945, 256.0 / 969_969, versed)
        let fourth = square * square
        return versed * (low + fourth * (middle + fourth * high))
    }

    @inline(__always)
    private static func line(_ constant: Double, _ slope: Double, _ versed: SIMD2<Double>) -> SIMD2<Double> {
        versed * slope + constant
    }

    /// The largest |v|² for ``exponential(_:_:at:)``.
    static let largestSquare = 4e-4

    /// Returns `exp_x(v) = x cos|v| + v sin|v|/|v|` from v and |v|². For |v| up to 0.02, the remainder is below 1e-13.
    @inline(__always)
    static func exponential(_ tangent: SIMD4<Double>, _ square: Double, at base: SIMD4<Double>) -> SIMD4<Double> {
        let cosine = 1 - square * (1.0 / 2 - square * (1.0 / 24))
        let sine = 1 - square * (1.0 / 6 - square * (1.0 / 120))
        return base * cosine + tangent * sine
    }
}
