import SensorModel

/// The sum of q qᵀ over several orientations, which determines the mean of their rotation matrices. The signs of the
/// quaternions do not matter.
struct OrientationMoments: WindowSummary {
    /// The rows of the symmetric matrix, in the order w, x, y, z.
    private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    init(_ element: UnitQuaternion) {
        let q = SIMD4(element.w, element.x, element.y, element.z)
        rows = (q * q.x, q * q.y, q * q.z, q * q.w)
    }

    func joined(with newer: OrientationMoments) -> OrientationMoments {
        var sum = self
        sum.rows.0 += newer.rows.0
        sum.rows.1 += newer.rows.1
        sum.rows.2 += newer.rows.2
        sum.rows.3 += newer.rows.3
        return sum
    }

    /// The empty sum.
    static var none: OrientationMoments { OrientationMoments(rows: (.zero, .zero, .zero, .zero)) }

    private init(rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) { self.rows = rows }

    /// Removes `oldest` from the sum and adds `newest`. A zero `oldest` removes nothing.
    @inline(__always)
    mutating func replace(_ oldest: SIMD4<Double>, by newest: SIMD4<Double>) {
        rows.0 += newest * newest.x - oldest * oldest.x
        rows.1 += newest * newest.y - oldest * oldest.y
        rows.2 += newest * newest.z - oldest * oldest.z
        rows.3 += newest * newest.w - oldest * oldest.w
    }

    /// The columns of the element-wise mean of the rotation matrices: the mean directions of the device's x, y and z
    /// axes. Their lengths are at most 1. In general, they are not perpendicular.
    var meanColumns: (x: Vector3, y: Vector3, z: Vector3) {
        let scale = 1 / trace
        let (ww, wx, wy, wz) = (rows.0.x * scale, rows.0.y * scale, rows.0.z * scale, rows.0.w * scale)
        let (xx, xy, xz) = (rows.1.y * scale, rows.1.z * scale, rows.1.w * scale)
        let (yy, yz, zz) = (rows.2.z * scale, rows.2.w * scale, rows.3.w * scale)
        return (
            Vector3(ww + xx - yy - zz, 2 * (xy + wz), 2 * (xz - wy)),
            Vector3(2 * (xy - wz), ww - xx + yy - zz, 2 * (yz + wx)),
            Vector3(2 * (xz + wy), 2 * (yz - wx), ww - xx - yy + zz)
        )
    }

    /// The rotation whose matrix has the smallest sum of squared differences from the mean matrix; `nil` if it is not
    /// unique.
    ///
    /// The rotation is the eigenvector of Σ q qᵀ with the largest eigenvalue: Markley et al. 2007, doi:10.2514/1.28949.
    /// Each squaring of the matrix squares the ratios of the eigenvalues, until only the largest remains.
    var nearestRotation: UnitQuaternion? {
        var power = self
        power.scaleToUnitTrace()
        for _ in 0..<Self.squarings {
            power = power.squared
            // The trace is Σ λ² with Σ λ = 1. The trace is 1 if only one eigenvalue remains.
            let concentration = power.trace
            power.scaleToUnitTrace()
            if 1 - concentration < Self.alone { return power.longestRow }
        }
        return nil
    }

    /// The maximum number of squarings, which is sufficient to separate eigenvalues with a relative difference of
    /// 1e−10.
    private static let squarings = 40
    private static let alone = 1e-15

    private var trace: Double { rows.0.x + rows.1.y + rows.2.z + rows.3.w }

    private mutating func scaleToUnitTrace() {
        let scale = 1 / trace
        rows.0 *= scale
        rows.1 *= scale
        rows.2 *= scale
        rows.3 *= scale
    }

    private var squared: OrientationMoments {
        var result = self
        result.rows = (times(rows.0), times(rows.1), times(rows.2), times(rows.3))
        return result
    }

    /// Returns the product of the matrix Σ q qᵀ and the vector `row`.
    @inline(__always)
    func times(_ row: SIMD4<Double>) -> SIMD4<Double> {
        (rows.0 * row.x + rows.1 * row.y) + (rows.2 * row.z + rows.3 * row.w)
    }

    /// The longest row of a matrix of rank one, normalised. In a matrix q qᵀ, every row is a multiple of q, and the
    /// longest row has the largest diagonal element.
    private var longestRow: UnitQuaternion? {
        var longest = (diagonal: rows.0.x, row: rows.0)
        if rows.1.y > longest.diagonal { longest = (rows.1.y, rows.1) }
        if rows.2.z > longest.diagonal { longest = (rows.2.z, rows.2) }
        if rows.3.w > longest.diagonal { longest = (rows.3.w, rows.3) }
        return UnitQuaternion(w: longest.row.x, x: longest.row.y, y: longest.row.z, z: longest.row.w)
    }
}
