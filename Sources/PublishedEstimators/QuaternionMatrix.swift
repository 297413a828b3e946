import SensorModel

/// A 4×4 matrix for the components of a quaternion, such as their covariance. Rows and columns have the order w, x, y,
/// z.
struct QuaternionMatrix: Sendable, Hashable {
    var w: Quaternion
    var x: Quaternion
    var y: Quaternion
    var z: Quaternion

    @_transparent init(
        rows w: Quaternion,
        _ x: Quaternion,
        _ y: Quaternion,
        _ z: Quaternion
    ) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates a diagonal matrix with equal elements.
    @_transparent init(diagonal value: Double) {
        self.init(
            rows: Quaternion(w: value, x: 0, y: 0, z: 0),
            Quaternion(w: 0, x: value, y: 0, z: 0),
            Quaternion(w: 0, x: 0, y: value, z: 0),
            Quaternion(w: 0, x: 0, y: 0, z: value)
        )
    }

    /// Creates the covariance of q ⊗ (0, ε), where ε is noise with these variances about the device axes.
    ///
    /// The matrix is `Σ v_k e_k e_kᵀ` with `e_k = q ⊗ (0, axis k)`.
    @_transparent init(turns variances: Vector3, at q: Quaternion) {
        let east = Quaternion(w: -q.x, x: q.w, y: q.z, z: -q.y)
        let north = Quaternion(w: -q.y, x: -q.z, y: q.w, z: q.x)
        let up = Quaternion(w: -q.z, x: q.y, y: -q.x, z: q.w)
        self.init(outer: east * variances.x, east)
        add(outer: north * variances.y, north)
        add(outer: up * variances.z, up)
    }

    /// Creates the outer product `left · rightᵀ`.
    @_transparent init(outer left: Quaternion, _ right: Quaternion) {
        self.init(rows: right * left.w, right * left.x, right * left.y, right * left.z)
    }

    @_transparent static var zero: Self { Self(diagonal: 0) }

    @_transparent var transposed: Self {
        Self(
            rows: Quaternion(w: w.w, x: x.w, y: y.w, z: z.w),
            Quaternion(w: w.x, x: x.x, y: y.x, z: z.x),
            Quaternion(w: w.y, x: x.y, y: y.y, z: z.y),
            Quaternion(w: w.z, x: x.z, y: y.z, z: z.z)
        )
    }

    @_transparent static func + (left: Self, right: Self) -> Self {
        Self(rows: left.w + right.w, left.x + right.x, left.y + right.y, left.z + right.z)
    }

    @_transparent static func - (left: Self, right: Self) -> Self {
        Self(rows: left.w - right.w, left.x - right.x, left.y - right.y, left.z - right.z)
    }

    @_transparent static func * (matrix: Self, factor: Double) -> Self {
        Self(rows: matrix.w * factor, matrix.x * factor, matrix.y * factor, matrix.z * factor)
    }

    @_transparent static func * (
        matrix: Self,
        vector: Quaternion
    ) -> Quaternion {
        Quaternion(
            w: matrix.w.dot(vector),
            x: matrix.x.dot(vector),
            y: matrix.y.dot(vector),
            z: matrix.z.dot(vector)
        )
    }

    /// Adds `left · rightᵀ`.
    @_transparent mutating func add(outer left: Quaternion, _ right: Quaternion) {
        w += right * left.w
        x += right * left.x
        y += right * left.y
        z += right * left.z
    }

    /// Subtracts `left · rightᵀ`.
    @_transparent
    mutating func subtract(outer left: Quaternion, _ right: Quaternion) {
        w = w - right * left.w
        x = x - right * left.x
        y = y - right * left.y
        z = z - right * left.z
    }

    /// Returns a copy in which each row r is replaced by `r ⊗ right`. The copy equals this matrix times the transpose
    /// of the matrix of `q ↦ q ⊗ right`.
    @_transparent func rows(times right: Quaternion) -> Self {
        Self(rows: w * right, x * right, y * right, z * right)
    }

    /// Returns a copy in which each row r is replaced by `left ⊗ r`. The copy equals this matrix times the transpose of
    /// the matrix of `q ↦ left ⊗ q`.
    @_transparent func rows(after left: Quaternion) -> Self {
        Self(rows: left * w, left * x, left * y, left * z)
    }

    /// Returns `F P Fᵀ` for this symmetric matrix P and the matrix F of `q ↦ q ⊗ right`.
    @_transparent func turned(by right: Quaternion) -> Self {
        rows(times: right).transposed.rows(times: right)
    }

    /// Returns `M P Mᵀ` for this symmetric matrix P and the matrix M of `q ↦ left ⊗ q`.
    @_transparent func turned(after left: Quaternion) -> Self {
        rows(after: left).transposed.rows(after: left)
    }

    /// A Boolean value that indicates whether the sum of all elements is finite.
    @_transparent var isFinite: Bool {
        let sum = w + x + y + z
        return (sum.w + sum.x + sum.y + sum.z).isFinite
    }
}

extension QuaternionMatrix {
    @_transparent static var identity: Self { Self(diagonal: 1) }

    /// Returns the matrix product `self · right`.
    @_transparent func product(with right: Self) -> Self {
        let columns = right.transposed
        return Self(rows: columns * w, columns * x, columns * y, columns * z)
    }

    /// A Boolean value that indicates whether all diagonal elements are greater than 0.
    @_transparent var hasPositiveDiagonal: Bool { (w.w > 0) && (x.x > 0) && (y.y > 0) && (z.z > 0) }

    /// Returns `self · divisor⁻¹` by the factorisation L D Lᵀ of the divisor, which must be symmetric and positive
    /// definite. For other divisors, the result is not always finite.
    @inline(never) func divided(by divisor: Self) -> Self {
        let s = divisor
        let d0 = 1 / s.w.w
        let (l10, l20, l30) = (s.x.w * d0, s.y.w * d0, s.z.w * d0)
        let d1 = 1 / (s.x.x - l10 * s.x.w)
        let (c21, c31) = (s.y.x - l20 * s.x.w, s.z.x - l30 * s.x.w)
        let (l21, l31) = (c21 * d1, c31 * d1)
        let d2 = 1 / (s.y.y - l20 * s.y.w - l21 * c21)
        let c32 = s.z.y - l30 * s.y.w - l31 * c21
        let l32 = c32 * d2
        let d3 = 1 / (s.z.z - l30 * s.z.w - l31 * c31 - l32 * c32)
        // Solves x S = r for a row x. S is symmetric, so that L D Lᵀ xᵀ = rᵀ.
        func solved(_ r: Quaternion) -> Quaternion {
            let f0 = r.w
            let f1 = r.x - l10 * f0
            let f2 = r.y - l20 * f0 - l21 * f1
            let f3 = r.z - l30 * f0 - l31 * f1 - l32 * f2
            let x3 = f3 * d3
            let x2 = f2 * d2 - l32 * x3
            let x1 = f1 * d1 - l21 * x2 - l31 * x3
            let x0 = f0 * d0 - l10 * x1 - l20 * x2 - l30 * x3
            return Quaternion(w: x0, x: x1, y: x2, z: x3)
        }
        return Self(rows: solved(w), solved(x), solved(y), solved(z))
    }
}
