import SensorModel

/// The moments Σ w d dᵀ of orientation differences d = q̂ ⊗ q*. They yield the mean difference and the spread about it.
struct DifferenceMoments {
    private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = (.zero, .zero, .zero, .zero)

    /// The ten different moments: xx, xy, xz, xw, yy, yz, yw, zz, zw, ww.
    typealias UpperTriangle = (Double, Double, Double, Double, Double, Double, Double, Double, Double, Double)

    private var trace: Double { rows.0.x + rows.1.y + rows.2.z + rows.3.w }

    /// No differences.
    init() {}

    /// The moments from their upper triangle, row by row.
    init(upper: UpperTriangle) {
        let (xx, xy, xz, xw, yy, yz, yw, zz, zw, ww) = upper
        rows = (SIMD4(xx, xy, xz, xw), SIMD4(xy, yy, yz, yw), SIMD4(xz, yz, zz, zw), SIMD4(xw, yw, zw, ww))
    }

    static func + (left: DifferenceMoments, right: DifferenceMoments) -> DifferenceMoments {
        var sum = left
        sum.rows = (
            left.rows.0 + right.rows.0, left.rows.1 + right.rows.1, left.rows.2 + right.rows.2,
            left.rows.3 + right.rows.3
        )
        return sum
    }

    static func - (left: DifferenceMoments, right: DifferenceMoments) -> DifferenceMoments {
        var negative = right
        negative.scale(by: -1)
        return left + negative
    }

    /// The mean squared chord, 4 sin²(θ/2) in rad², between the differences and the rotation that minimises it; nil
    /// without differences.
    ///
    /// That rotation is the eigenvector of the largest eigenvalue λ (Markley et al. 2007, doi:10.2514/1.28949). The
    /// mean squared chord is then 4 (1 − λ / Σw).
    var meanSquaredChord: Double? {
        guard trace > 0, trace.isFinite else { return nil }
        return max(0, 4 * (1 - largestEigenvalue / trace))
    }

    /// The mean squared chord between the differences and the identity; nil without differences.
    var meanSquaredChordFromIdentity: Double? {
        guard trace > 0, trace.isFinite else { return nil }
        return max(0, 4 * (1 - rows.0.x / trace))
    }

    /// The number of squarings that separates eigenvalues with a relative difference of 1e−6.
    private static let squarings = 24
    private static let alone = 1e-13

    /// The largest eigenvalue: the Rayleigh quotient of the dominant eigenvector. Repeated squaring of the matrix
    /// squares the ratios of its eigenvalues until one eigenvector dominates.
    private var largestEigenvalue: Double {
        var power = self
        power.scale(by: 1 / power.trace)
        for _ in 0..<Self.squarings {
            power = power.squared
            let concentration = power.trace
            power.scale(by: 1 / concentration)
            if 1 - concentration < Self.alone { break }
        }
        let vector = power.longestRow
        return (vector * product(vector)).sum() / (vector * vector).sum()
    }

    private mutating func scale(by factor: Double) {
        rows.0 *= factor
        rows.1 *= factor
        rows.2 *= factor
        rows.3 *= factor
    }

    private var squared: DifferenceMoments {
        var result = self
        result.rows = (product(rows.0), product(rows.1), product(rows.2), product(rows.3))
        return result
    }

    private func product(_ vector: SIMD4<Double>) -> SIMD4<Double> {
        (rows.0 * vector.x + rows.1 * vector.y) + (rows.2 * vector.z + rows.3 * vector.w)
    }

    private var longestRow: SIMD4<Double> {
        var longest = (diagonal: rows.0.x, row: rows.0)
        if rows.1.y > longest.diagonal { longest = (rows.1.y, rows.1) }
        if rows.2.z > longest.diagonal { longest = (rows.2.z, rows.2) }
        if rows.3.w > longest.diagonal { longest = (rows.3.w, rows.3) }
        return longest.row
    }
}
