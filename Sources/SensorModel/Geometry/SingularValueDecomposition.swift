/// The singular value decomposition of a 3×3 matrix: `U · diag(σ) · Vᵀ` with orthogonal U and V, and σ₁ ≥ σ₂ ≥ σ₃ ≥ 0.
///
/// The one-sided Jacobi method multiplies the matrix from the right by rotations of two columns, until all columns are
/// orthogonal. Well-determined small singular values have the same relative precision as large ones (Demmel & Veselić
/// 1992, doi:10.1137/0613074). The error of `U · diag(σ) · Vᵀ` is a few rounding errors of σ₁. U and V may be
/// reflections.
public struct SingularValueDecomposition: Sendable, Hashable {
    /// The left singular vectors, in columns.
    public let u: Matrix3
    /// The singular values, largest first.
    public let singularValues: Vector3
    /// The right singular vectors, in columns.
    public let v: Matrix3

    /// The largest cosine of the angle between two columns that the algorithm treats as orthogonal: one rounding error.
    private static let orthogonal = Double.ulpOfOne
    /// The maximum number of passes over all pairs of columns. Three or four passes are usually sufficient. The limit
    /// ends the iteration if rounding errors prevent convergence.
    private static let maximumSweeps = 30

    /// Creates the decomposition of a matrix, or returns `nil` if an element is not finite.
    public init?(_ matrix: Matrix3) {
        guard matrix.x.isFinite, matrix.y.isFinite, matrix.z.isFinite else { return nil }
        // A power of two scales without rounding. Squares of the scaled elements neither overflow nor underflow.
        let exponent = Self.largest(matrix).exponent
        let scale = Double(sign: .plus, exponent: min(max(-exponent, -1_000), 1_000), significand: 1)
        let columns = (matrix * scale).transposed
        var a = [columns.x, columns.y, columns.z]
        var v = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        Self.orthogonalise(&a, &v)
        let order = a.indices.sorted { a[$0].lengthSquared > a[$1].lengthSquared }
        let (first, second, third) = (a[order[0]], a[order[1]], a[order[2]])
        let u1 = first.normalised ?? Vector3(1, 0, 0)
        let u2 = (second - u1 * u1.dot(second)).normalised ?? u1.anyPerpendicular
        let across = u1.cross(u2)
        let u3 = across.dot(third) < 0 ? -across : across
        u = Matrix3(rows: u1, u2, u3).transposed
        singularValues = Vector3(first.length, second.length, third.length) * (1 / scale)
        self.v = Matrix3(rows: v[order[0]], v[order[1]], v[order[2]]).transposed
    }

    private static func largest(_ matrix: Matrix3) -> Double {
        let rows = [matrix.x, matrix.y, matrix.z]
        let size = rows.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        return size > 0 ? size : 1
    }

    /// Rotates pairs of columns of `a` until all columns are orthogonal. Applies the same rotations to the columns of
    /// `v`.
    private static func orthogonalise(_ a: inout [Vector3], _ v: inout [Vector3]) {
        for _ in 0..<maximumSweeps {
            var isDone = true
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                let (alpha, beta, gamma) = (a[p].lengthSquared, a[q].lengthSquared, a[p].dot(a[q]))
                guard abs(gamma) > orthogonal * (alpha * beta).squareRoot() else { continue }
                isDone = false
                // The smaller root of t² + 2ζt − 1 = 0 makes the two columns orthogonal.
                let zeta = (beta - alpha) / (2 * gamma)
                let tangent = (zeta < 0 ? -1 : 1) / (abs(zeta) + (1 + zeta * zeta).squareRoot())
                let cosine = 1 / (1 + tangent * tangent).squareRoot()
                turn(&a, p, q, cosine: cosine, sine: cosine * tangent)
                turn(&v, p, q, cosine: cosine, sine: cosine * tangent)
            }
            if isDone { return }
        }
    }

    private static func turn(_ columns: inout [Vector3], _ p: Int, _ q: Int, cosine: Double, sine: Double) {
        let (left, right) = (columns[p], columns[q])
        columns[p] = left * cosine - right * sine
        columns[q] = left * sine + right * cosine
    }
}

extension SingularValueDecomposition {
    /// The proper rotation R that maximises tr(RᵀA) for the decomposed matrix A: `U · S · Vᵀ`. The sign in S = diag(1,
    /// 1, ±1) makes det R = 1.
    ///
    /// Umeyama 1991, doi:10.1109/34.88573, equations 40 and 43. R is unique if σ₂ > 0 and, for a matrix of negative
    /// determinant, σ₂ > σ₃.
    public var nearestRotation: Matrix3 {
        u * Matrix3(diagonal: Vector3(1, 1, orientationSign)) * v.transposed
    }

    /// The sign of det(U · Vᵀ): −1 if U · Vᵀ is a reflection, otherwise 1.
    public var orientationSign: Double { u.determinant * v.determinant < 0 ? -1 : 1 }
}

extension Vector3 {
    /// A unit vector perpendicular to this unit vector.
    fileprivate var anyPerpendicular: Vector3 {
        let axis = abs(x) < 0.6 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
        return cross(axis).normalised ?? Vector3(0, 0, 1)
    }
}
