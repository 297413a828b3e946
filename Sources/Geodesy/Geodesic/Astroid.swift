internal import RealModule

/// The curve that the geodesics from one point touch near its antipode, in the coordinates of equation (53).
enum Astroid {
    /// The positive root of μ⁴ + 2μ³ + (1 − x² − y²)μ² − 2y²μ − y² = 0, equation (55); 0 where y is 0 inside the astroid.
    static func root(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        let u = resolvent(s: p * q / 4, r: r)
        let v = (u * u + q).squareRoot()
        // u + v without cancellation.
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }

    /// The largest root of the cubic u³ − 3ru² = 2s that resolves the quartic.
    private static func resolvent(s: Double, r: Double) -> Double {
        let cube = r * r * r
        let discriminant = s * (s + 2 * cube)
        guard discriminant >= 0 else {
            // Three real roots: the one by the cosine is the largest.
            let angle = Double.atan2(y: (-discriminant).squareRoot(), x: -(s + cube))
            return r + 2 * r * .cos(angle / 3)
        }
        // The sign of the square root that does not cancel.
        let sum = s + cube
        let t = Double.root(sum + (sum < 0 ? -1 : 1) * discriminant.squareRoot(), 3)
        return r + t + (t == 0 ? 0 : r * r / t)
    }
}
