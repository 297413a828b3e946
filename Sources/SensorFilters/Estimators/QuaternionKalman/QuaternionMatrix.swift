import SensorModel

/// A 4×4 matrix by rows, in the order w, x, y, z: the covariance of a quaternion's components.
struct QuaternionMatrix<Number: LaneNumber>: Sendable, Hashable {
    var w: HamiltonQuaternion<Number>
    var x: HamiltonQuaternion<Number>
    var y: HamiltonQuaternion<Number>
    var z: HamiltonQuaternion<Number>

    @_transparent init(
        rows w: HamiltonQuaternion<Number>,
        _ x: HamiltonQuaternion<Number>,
        _ y: HamiltonQuaternion<Number>,
        _ z: HamiltonQuaternion<Number>
    ) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The same number on the whole diagonal, and zeros elsewhere.
    @_transparent init(diagonal value: Number) {
        let zero = Number(repeating: 0)
        self.init(
            rows: HamiltonQuaternion(w: value, x: zero, y: zero, z: zero),
            HamiltonQuaternion(w: zero, x: value, y: zero, z: zero),
            HamiltonQuaternion(w: zero, x: zero, y: value, z: zero),
            HamiltonQuaternion(w: zero, x: zero, y: zero, z: value)
        )
    }

    /// The matrix of a quadratic form in a turn: `Σ v_k e_k e_kᵀ` with `e_k = q ⊗ (0, axis k)`.
    ///
    /// It is the covariance of q ⊗ (0, ε) for a noise ε with these variances about the device's axes.
    @_transparent init(turns variances: Vector<Number>, at q: HamiltonQuaternion<Number>) {
        let east = HamiltonQuaternion(w: -q.x, x: q.w, y: q.z, z: -q.y)
        let north = HamiltonQuaternion(w: -q.y, x: -q.z, y: q.w, z: q.x)
        let up = HamiltonQuaternion(w: -q.z, x: q.y, y: -q.x, z: q.w)
        self.init(outer: east * variances.x, east)
        add(outer: north * variances.y, north)
        add(outer: up * variances.z, up)
    }

    /// `left · rightᵀ`
    @_transparent init(outer left: HamiltonQuaternion<Number>, _ right: HamiltonQuaternion<Number>) {
        self.init(rows: right * left.w, right * left.x, right * left.y, right * left.z)
    }

    @_transparent static var zero: Self { Self(diagonal: Number(repeating: 0)) }

    @_transparent var transposed: Self {
        Self(
            rows: HamiltonQuaternion(w: w.w, x: x.w, y: y.w, z: z.w),
            HamiltonQuaternion(w: w.x, x: x.x, y: y.x, z: z.x),
            HamiltonQuaternion(w: w.y, x: x.y, y: y.y, z: z.y),
            HamiltonQuaternion(w: w.z, x: x.z, y: y.z, z: z.z)
        )
    }

    @_transparent static func + (left: Self, right: Self) -> Self {
        Self(rows: left.w + right.w, left.x + right.x, left.y + right.y, left.z + right.z)
    }

    @_transparent static func - (left: Self, right: Self) -> Self {
        Self(rows: left.w - right.w, left.x - right.x, left.y - right.y, left.z - right.z)
    }

    @_transparent static func * (matrix: Self, factor: Number) -> Self {
        Self(rows: matrix.w * factor, matrix.x * factor, matrix.y * factor, matrix.z * factor)
    }

    @_transparent static func * (
        matrix: Self,
        vector: HamiltonQuaternion<Number>
    ) -> HamiltonQuaternion<Number> {
        HamiltonQuaternion(
            w: matrix.w.dot(vector),
            x: matrix.x.dot(vector),
            y: matrix.y.dot(vector),
            z: matrix.z.dot(vector)
        )
    }

    /// Adds `left · rightᵀ`.
    @_transparent mutating func add(outer left: HamiltonQuaternion<Number>, _ right: HamiltonQuaternion<Number>) {
        w += right * left.w
        x += right * left.x
        y += right * left.y
        z += right * left.z
    }

    /// Subtracts `left · rightᵀ`.
    @_transparent
    mutating func subtract(outer left: HamiltonQuaternion<Number>, _ right: HamiltonQuaternion<Number>) {
        w = w - right * left.w
        x = x - right * left.x
        y = y - right * left.y
        z = z - right * left.z
    }

    /// Each row r replaced with `r ⊗ right`: this matrix times the transpose of the matrix of `q ↦ q ⊗ right`.
    @_transparent func rows(times right: HamiltonQuaternion<Number>) -> Self {
        Self(rows: w * right, x * right, y * right, z * right)
    }

    /// Each row r replaced with `left ⊗ r`: this matrix times the transpose of the matrix of `q ↦ left ⊗ q`.
    @_transparent func rows(after left: HamiltonQuaternion<Number>) -> Self {
        Self(rows: left * w, left * x, left * y, left * z)
    }

    /// `F P Fᵀ` of this symmetric matrix P, with the matrix F of `q ↦ q ⊗ right`.
    @_transparent func turned(by right: HamiltonQuaternion<Number>) -> Self {
        rows(times: right).transposed.rows(times: right)
    }

    /// `M P Mᵀ` of this symmetric matrix P, with the matrix M of `q ↦ left ⊗ q`.
    @_transparent func turned(after left: HamiltonQuaternion<Number>) -> Self {
        rows(after: left).transposed.rows(after: left)
    }

    /// This matrix, replaced with `other` in the lanes of the mask.
    @_transparent func replacing(with other: Self, where mask: Number.Mask) -> Self {
        Self(
            rows: w.replacing(with: other.w, where: mask),
            x.replacing(with: other.x, where: mask),
            y.replacing(with: other.y, where: mask),
            z.replacing(with: other.z, where: mask)
        )
    }

    /// The lanes in which the sum of all components is finite.
    @_transparent var isFiniteInLane: Number.Mask {
        let sum = w + x + y + z
        return (sum.w + sum.x + sum.y + sum.z).isFiniteInLane
    }
}

extension HamiltonQuaternion {
    /// This quaternion, replaced with `other` in the lanes of the mask.
    @_transparent func replacing(with other: Self, where mask: Number.Mask) -> Self {
        Self(
            w: w.replacing(with: other.w, where: mask),
            x: x.replacing(with: other.x, where: mask),
            y: y.replacing(with: other.y, where: mask),
            z: z.replacing(with: other.z, where: mask)
        )
    }
}
