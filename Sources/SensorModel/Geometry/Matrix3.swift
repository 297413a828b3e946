/// A 3×3 matrix of numbers, by rows.
public typealias Matrix3 = Matrix<Double>

/// A 3×3 matrix, by rows, of numbers or SIMD lanes of numbers. ``Matrix3`` is the one of numbers.
public struct Matrix<Number: LaneNumber>: Sendable, Hashable {
    /// The first row.
    public var x: Vector<Number>
    /// The second row.
    public var y: Vector<Number>
    /// The third row.
    public var z: Vector<Number>

    /// Creates a matrix from its rows.
    @_transparent public init(rows x: Vector<Number>, _ y: Vector<Number>, _ z: Vector<Number>) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The matrix with these numbers on its diagonal and zeros elsewhere.
    @_transparent public init(diagonal: Vector<Number>) {
        let zero = Number(repeating: 0)
        self.init(
            rows: Vector(diagonal.x, zero, zero),
            Vector(zero, diagonal.y, zero),
            Vector(zero, zero, diagonal.z)
        )
    }

    /// The rotation matrix of an orientation: `matrix * v = q ⊗ v ⊗ q*`. Its rows are East, North and Up in device axes.
    @_transparent public init(_ orientation: Rotation<Number>) {
        let (w, x, y, z) = (orientation.w, orientation.x, orientation.y, orientation.z)
        let (x2, y2, z2) = (2 * x, 2 * y, 2 * z)
        self.init(
            rows: Vector(1 - (y * y2 + z * z2), x * y2 - w * z2, x * z2 + w * y2),
            Vector(x * y2 + w * z2, 1 - (x * x2 + z * z2), y * z2 - w * x2),
            Vector(x * z2 - w * y2, y * z2 + w * x2, 1 - (x * x2 + y * y2))
        )
    }

    /// `left · rightᵀ`
    @_transparent public init(outer left: Vector<Number>, _ right: Vector<Number>) {
        self.init(rows: right * left.x, right * left.y, right * left.z)
    }

    /// The zero matrix.
    @_transparent public static var zero: Self { Self(diagonal: .zero) }
    /// The identity matrix.
    @_transparent public static var identity: Self { Self(diagonal: Vector(repeating: Vector3(1, 1, 1))) }

    /// The inverse by the adjugate, and the lanes in which it is finite.
    @usableFromInline @_transparent package var adjugateInverse: (matrix: Self, isFinite: Number.Mask) {
        let (first, second, third) = (y.cross(z), z.cross(x), x.cross(y))
        let scale = 1 / x.dot(first)
        return (Self(rows: first * scale, second * scale, third * scale).transposed, scale.isFiniteInLane)
    }

    /// The matrix with rows and columns exchanged.
    @_transparent public var transposed: Self {
        Self(rows: Vector(x.x, y.x, z.x), Vector(x.y, y.y, z.y), Vector(x.z, y.z, z.z))
    }

    /// The mean of the matrix and its transpose.
    @_transparent public var symmetric: Self { (self + transposed) * Number(repeating: 0.5) }

    /// The determinant.
    @_transparent public var determinant: Number { x.dot(y.cross(z)) }

    /// The sum, element by element.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(rows: left.x + right.x, left.y + right.y, left.z + right.z)
    }
    /// The difference, element by element.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(rows: left.x - right.x, left.y - right.y, left.z - right.z)
    }
    /// The matrix times a factor.
    @_transparent public static func * (matrix: Self, factor: Number) -> Self {
        Self(rows: matrix.x * factor, matrix.y * factor, matrix.z * factor)
    }
    /// The product of a matrix and a column vector.
    @_transparent public static func * (matrix: Self, vector: Vector<Number>) -> Vector<Number> {
        Vector(matrix.x.dot(vector), matrix.y.dot(vector), matrix.z.dot(vector))
    }
    /// The matrix product.
    @_transparent public static func * (left: Self, right: Self) -> Self {
        let columns = right.transposed
        return Self(rows: columns * left.x, columns * left.y, columns * left.z)
    }

    /// This matrix, replaced with `other` in the lanes of the mask.
    @_transparent public func replacing(with other: Self, where mask: Number.Mask) -> Self {
        Self(
            rows: x.replacing(with: other.x, where: mask),
            y.replacing(with: other.y, where: mask),
            z.replacing(with: other.z, where: mask)
        )
    }
}

extension Matrix3 {
    /// The inverse by the adjugate; nil for a matrix that is singular or not finite.
    @inlinable public var inverse: Matrix3? {
        let (matrix, isFinite) = adjugateInverse
        return isFinite ? matrix : nil
    }
}
