import SensorModel

/// A 3 × 3 matrix by its rows.
struct Matrix3: Sendable, Hashable {
    var x: Vector3
    var y: Vector3
    var z: Vector3

    init(_ x: Vector3, _ y: Vector3, _ z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(diagonal: Vector3) {
        self.init(Vector3(diagonal.x, 0, 0), Vector3(0, diagonal.y, 0), Vector3(0, 0, diagonal.z))
    }

    static let identity = Matrix3(diagonal: Vector3(1, 1, 1))

    var transpose: Matrix3 {
        Matrix3(Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
    }

    /// By the adjugate; nil for a matrix that is singular or not finite.
    var inverse: Matrix3? {
        let (first, second, third) = (y.cross(z), z.cross(x), x.cross(y))
        let scale = 1 / x.dot(first)
        guard scale.isFinite else { return nil }
        return Matrix3(first * scale, second * scale, third * scale).transpose
    }

    static func * (left: Matrix3, right: Vector3) -> Vector3 {
        Vector3(left.x.dot(right), left.y.dot(right), left.z.dot(right))
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        let columns = right.transpose
        return Matrix3(columns * left.x, columns * left.y, columns * left.z)
    }

    static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(left.x - right.x, left.y - right.y, left.z - right.z)
    }
}
