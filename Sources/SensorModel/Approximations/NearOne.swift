/// The Taylor series of `1/√(1 + e)` for small e. Evaluating it is faster than a square root and a division.
///
/// The error is below 1e-15 for |e| up to ``reach``.
public enum NearOne {
    /// The largest |e| for which ``inverseRoot(_:)`` is accurate to 1e-15.
    @_transparent public static var reach: Double { 0.004 }

    /// Returns the Taylor series `Σ (2k)!/(4ᵏ k!²) (−e)ᵏ` up to k = 5.
    @_transparent public static func inverseRoot(_ excess: Double) -> Double {
        // The three parts do not depend on each other, so a processor can compute them in parallel.
        let square = excess * excess
        let low = 1 - excess * (1.0 / 2)
        let middle = 3.0 / 8 - excess * (5.0 / 16)
        let high = 35.0 / 128 - excess * (63.0 / 256)
        return (low + square * middle) + square * square * high
    }
}
