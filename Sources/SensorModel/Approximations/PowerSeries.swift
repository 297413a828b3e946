/// The weights of both ends of an arc in a spherical interpolation: `sin((1 − t)θ)/sin θ` and `sin(tθ)/sin θ` for a
/// small angle θ.
///
/// Eberly 2011, doi:10.1080/2151237X.2011.610255. With y = cos θ − 1,
///
///     sin(tθ)/sin θ = t Σ_k y^k Π_{i=1…k} (t² − i²)/(i(2i + 1))
///
/// The sum ends with k = 7. For t from 0 to 1 and y of at least −1/64 (θ below 10.1°), the remainder is below 1e-17.
/// For other t, the same bound holds if y t² is at least −1/64.
public struct SlerpWeights {
    /// The largest value of −y · max(1, t², (1 − t)²) for which the series is used. Here, y is cos θ − 1 for the arc's
    /// angle θ, and t is the fraction of the arc.
    @usableFromInline static let reach = 1.0 / 64

    /// The largest value of −y · max(1, t², (1 − t)²) for which the terms of the series with k > 4 are below 1e-17.
    /// Here, y is cos θ − 1 for the arc's angle θ, and t is the fraction of the arc.
    @usableFromInline static let shortReach = 1.0 / 1024

    /// The weight of the value at the start of the arc, where t = 0.
    public let from: Double
    /// The weight of the second end of the arc, which is the result for t = 1.
    public let to: Double

    /// Creates the weights, or returns `nil` if the angle is too large for the series.
    ///
    /// - Parameters:
    ///   - fraction: t, 0 at the first end and 1 at the second.
    ///   - cosine: cos θ.
    @inlinable @inline(__always) public init?(fraction: Double, cosine: Double) {
        let t = SIMD2(1 - fraction, fraction)
        let square = t * t
        let y = cosine - 1
        let size = -y * max(1, max(square.x, square.y))
        guard size <= Self.reach else { return nil }
        let c1 = (square - 1) * (1.0 / 3)
        let c2 = c1 * ((square - 4) * (1.0 / 10))
        let c3 = c2 * ((square - 9) * (1.0 / 21))
        let c4 = c3 * ((square - 16) * (1.0 / 36))
        if size <= Self.shortReach {
            let y2 = y * y
            let weights = t * (((1 + c1 * y) + (c2 + c3 * y) * y2) + c4 * (y2 * y2))
            from = weights.x
            to = weights.y
            return
        }
        let c5 = c4 * ((square - 25) * (1.0 / 55))
        let c6 = c5 * ((square - 36) * (1.0 / 78))
        let c7 = c6 * ((square - 49) * (1.0 / 105))
        // The two halves of the sum do not depend on each other, so a processor can compute them in parallel.
        let y2 = y * y
        let low = (1 + c1 * y) + (c2 + c3 * y) * y2
        let high = (c4 + c5 * y) + (c6 + c7 * y) * y2
        let weights = t * (low + high * (y2 * y2))
        from = weights.x
        to = weights.y
    }
}

/// The Taylor series of `1/√(1 + e)` for small e. Evaluating it is faster than a square root and a division.
///
/// The error is below 1e-15 for |e| up to ``reach``.
public enum NearOne {
    /// The largest |e| for which ``inverseRoot(_:)`` is accurate to 1e-15.
    @_transparent public static var reach: Double { 0.004 }

    /// Returns the Taylor series of 1/√(1 + e), `Σ (2k)!/(4ᵏ k!²) (−e)ᵏ`, up to k = 5. `excess` is e.
    @_transparent public static func inverseRoot(_ excess: Double) -> Double {
        // The three parts do not depend on each other, so a processor can compute them in parallel.
        let square = excess * excess
        let low = 1 - excess * (1.0 / 2)
        let middle = 3.0 / 8 - excess * (5.0 / 16)
        let high = 35.0 / 128 - excess * (63.0 / 256)
        return (low + square * middle) + square * square * high
    }
}
