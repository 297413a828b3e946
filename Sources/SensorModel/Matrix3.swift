/// A 3×3 matrix of fixed size, by rows.
public struct Matrix3: Sendable, Hashable {
    /// The first row.
    public var x: Vector3
    /// The second row.
    public var y: Vector3
    /// The third row.
    public var z: Vector3

    @inlinable public init(rows x: Vector3, _ y: Vector3, _ z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The matrix with these numbers on its diagonal and zeros elsewhere.
    @inlinable public init(diagonal: Vector3) {
        self.init(rows: Vector3(diagonal.x, 0, 0), Vector3(0, diagonal.y, 0), Vector3(0, 0, diagonal.z))
    }

    /// The rotation matrix of an orientation: `matrix * v = q ⊗ v ⊗ q*`. Its rows are East, North and Up in device axes.
    @inlinable @inline(__always) public init(_ orientation: UnitQuaternion) {
        let (w, x, y, z) = (orientation.w, orientation.x, orientation.y, orientation.z)
        let (x2, y2, z2) = (2 * x, 2 * y, 2 * z)
        self.init(
            rows: Vector3(1 - (y * y2 + z * z2), x * y2 - w * z2, x * z2 + w * y2),
            Vector3(x * y2 + w * z2, 1 - (x * x2 + z * z2), y * z2 - w * x2),
            Vector3(x * z2 - w * y2, y * z2 + w * x2, 1 - (x * x2 + y * y2))
        )
    }

    /// `left · rightᵀ`.
    @inlinable public init(outer left: Vector3, _ right: Vector3) {
        self.init(rows: right * left.x, right * left.y, right * left.z)
    }

    public static let zero = Matrix3(diagonal: .zero)
    public static let identity = Matrix3(diagonal: Vector3(1, 1, 1))

    /// By the adjugate; nil for a matrix that is singular or not finite.
    @inlinable public var inverse: Matrix3? {
        let (first, second, third) = (y.cross(z), z.cross(x), x.cross(y))
        let scale = 1 / x.dot(first)
        guard scale.isFinite else { return nil }
        return Matrix3(rows: first * scale, second * scale, third * scale).transposed
    }

    @inlinable public var transposed: Matrix3 {
        Matrix3(rows: Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
    }

    /// The mean of the matrix and its transpose.
    @inlinable public var symmetric: Matrix3 { (self + transposed) * 0.5 }

    @inlinable public static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(rows: left.x + right.x, left.y + right.y, left.z + right.z)
    }
    @inlinable public static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(rows: left.x - right.x, left.y - right.y, left.z - right.z)
    }
    @inlinable public static func * (matrix: Matrix3, factor: Double) -> Matrix3 {
        Matrix3(rows: matrix.x * factor, matrix.y * factor, matrix.z * factor)
    }
    @inlinable @inline(__always) public static func * (matrix: Matrix3, vector: Vector3) -> Vector3 {
        Vector3(matrix.x.dot(vector), matrix.y.dot(vector), matrix.z.dot(vector))
    }
    @inlinable @inline(__always) public static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        let columns = right.transposed
        return Matrix3(rows: columns * left.x, columns * left.y, columns * left.z)
    }
}
