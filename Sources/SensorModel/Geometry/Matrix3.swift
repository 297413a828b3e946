/// A 3×3 matrix, stored by rows.
public struct Matrix3: Sendable, Hashable {
    /// The first row.
    public var x: Vector3
    /// The second row.
    public var y: Vector3
    /// The third row.
    public var z: Vector3

    /// Creates a matrix from its rows.
    @_transparent public init(rows x: Vector3, _ y: Vector3, _ z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates a matrix with these numbers on its diagonal and zeros elsewhere.
    @_transparent public init(diagonal: Vector3) {
        self.init(
            rows: Vector3(diagonal.x, 0, 0),
            Vector3(0, diagonal.y, 0),
            Vector3(0, 0, diagonal.z)
        )
    }

    /// Creates the rotation matrix of an orientation: `matrix * v = q ⊗ v ⊗ q*`. The rows of the matrix are the
    /// directions East, North and Up in device axes.
    @_transparent public init(_ orientation: UnitQuaternion) {
        let (w, x, y, z) = (orientation.w, orientation.x, orientation.y, orientation.z)
        let (x2, y2, z2) = (2 * x, 2 * y, 2 * z)
        self.init(
            rows: Vector3(1 - (y * y2 + z * z2), x * y2 - w * z2, x * z2 + w * y2),
            Vector3(x * y2 + w * z2, 1 - (x * x2 + z * z2), y * z2 - w * x2),
            Vector3(x * z2 - w * y2, y * z2 + w * x2, 1 - (x * x2 + y * y2))
        )
    }

    /// Creates the outer product `left · rightᵀ`.
    @_transparent public init(outer left: Vector3, _ right: Vector3) {
        self.init(rows: right * left.x, right * left.y, right * left.z)
    }

    /// The zero matrix.
    @_transparent public static var zero: Self { Self(diagonal: .zero) }
    /// The identity matrix.
    @_transparent public static var identity: Self { Self(diagonal: Vector3(1, 1, 1)) }

    /// The inverse, computed from the adjugate; `nil` for a matrix that is singular or not finite.
    @_transparent public var inverse: Self? {
        let (matrix, isFinite) = adjugateInverse
        return isFinite ? matrix : nil
    }

    /// The inverse, computed from the adjugate. `isFinite` is `true` if the reciprocal of the determinant is finite.
    @usableFromInline @_transparent package var adjugateInverse: (matrix: Self, isFinite: Bool) {
        let (first, second, third) = (y.cross(z), z.cross(x), x.cross(y))
        let scale = 1 / x.dot(first)
        return (Self(rows: first * scale, second * scale, third * scale).transposed, scale.isFinite)
    }

    /// The matrix with rows and columns exchanged.
    @_transparent public var transposed: Self {
        Self(rows: Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
    }

    /// The mean of the matrix and its transpose.
    @_transparent public var symmetric: Self { (self + transposed) * 0.5 }

    /// The determinant.
    @_transparent public var determinant: Double { x.dot(y.cross(z)) }

    /// The sum, element by element.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(rows: left.x + right.x, left.y + right.y, left.z + right.z)
    }
    /// The difference, element by element.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(rows: left.x - right.x, left.y - right.y, left.z - right.z)
    }
    /// The matrix times a factor.
    @_transparent public static func * (matrix: Self, factor: Double) -> Self {
        Self(rows: matrix.x * factor, matrix.y * factor, matrix.z * factor)
    }
    /// The product of a matrix and a column vector.
    @_transparent public static func * (matrix: Self, vector: Vector3) -> Vector3 {
        Vector3(matrix.x.dot(vector), matrix.y.dot(vector), matrix.z.dot(vector))
    }
    /// The matrix product.
    @_transparent public static func * (left: Self, right: Self) -> Self {
        let columns = right.transposed
        return Self(rows: columns * left.x, columns * left.y, columns * left.z)
    }
}
