public import RealModule

/// `exp(½ v)` for rotation vectors v: the quaternion (cos h, v sin h/|v|) with h = |v|/2.
///
/// Below |v| = 0.1 rad, which is what a gyroscope turns between two samples, two series in h² replace sine, cosine and
/// root. Their remainders are below 1e-19.
@usableFromInline enum RotationExponential {
    /// The largest h² for the series.
    @_transparent @usableFromInline static var reach: Double { 0.0025 }

    /// `exp(½ v)`, with a length of one but for roundings.
    @_transparent @usableFromInline
    static func quaternion(_ vector: Vector3) -> Quaternion {
        let square = vector.lengthSquared / 4
        guard square < reach else { return bySines(vector, square) }
        // cos h and sin h / 2h to h⁸
        let cosine = series(square, 1, 1.0 / 2, 1.0 / 24, 1.0 / 720, 40_320)
        let sineOverAngle = series(square, 0.5, 1.0 / 12, 1.0 / 240, 1.0 / 10_080, 725_760)
        return Quaternion(
            w: cosine,
            x: vector.x * sineOverAngle,
            y: vector.y * sineOverAngle,
            z: vector.z * sineOverAngle
        )
    }

    /// `c0 − s (c1 − s (c2 − s (c3 − s/d)))`
    @_transparent @usableFromInline
    static func series(
        _ square: Double,
        _ c0: Double,
        _ c1: Double,
        _ c2: Double,
        _ c3: Double,
        _ divisor: Double
    ) -> Double {
        let last = c3 - square / divisor
        let third = c2 - square * last
        let second = c1 - square * third
        return c0 - square * second
    }

    /// The same by sine and cosine, where the series do not reach.
    @inlinable @inline(never) static func bySines(_ vector: Vector3, _ square: Double) -> Quaternion {
        let half = square.squareRoot()
        let factor = Double.sin(half) / (2 * half)
        return Quaternion(w: .cos(half), x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }
}
