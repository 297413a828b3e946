import SensorModel

/// The rotation that turns one set of vectors best onto another: Wahba's problem (1965, doi:10.1137/1007077), solved in
/// closed form by Horn 1987, "Closed-form solution of absolute orientation using unit quaternions",
/// doi:10.1364/JOSAA.4.000629.
struct VectorAlignment {
    /// `to ≈ rotation.rotate(from)`.
    let rotation: UnitQuaternion
    /// How much the fit would lose by turning on about its least certain axis: s₂ + s₃ of the singular values of
    /// Σ w from toᵀ, half the gap between Horn's two largest eigenvalues. 0 where all vectors are parallel.
    let leastInformation: Double
    /// The largest eigenvalue, s₁ + s₂ + s₃.
    let information: Double

    /// Maximises Σ w to · (rotation from). O(n).
    init(from: [Vector3], to: [Vector3], weights: [Double]) {
        var sum = Matrix3.zero
        for index in from.indices { sum = sum + Matrix3(outer: from[index], to[index]) * weights[index] }
        let (x, y, z) = (sum.x, sum.y, sum.z)
        // Horn's matrix N, §4.A.
        let matrix = [
            [x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x],
            [y.z - z.y, x.x - y.y - z.z, x.y + y.x, z.x + x.z],
            [z.x - x.z, x.y + y.x, -x.x + y.y - z.z, y.z + z.y],
            [x.y - y.x, z.x + x.z, y.z + z.y, -x.x - y.y + z.z],
        ]
        let (values, vectors) = Self.eigen(matrix)
        let order = values.indices.sorted { values[$0] > values[$1] }
        let best = vectors.map { $0[order[0]] }
        rotation = UnitQuaternion(w: best[0], x: best[1], y: best[2], z: best[3]) ?? .identity
        information = values[order[0]]
        leastInformation = (values[order[0]] - values[order[1]]) / 2
    }

    /// Eigenvalues and, in columns, eigenvectors of a symmetric matrix, by Jacobi's rotations (Golub & Van Loan, Matrix
    /// Computations, §8.5).
    private static func eigen(_ symmetric: [[Double]]) -> (values: [Double], vectors: [[Double]]) {
        let size = symmetric.count
        var matrix = symmetric
        var vectors = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
        // Convergence is quadratic: a 4×4 matrix needs about six sweeps.
        for _ in 0..<30 {
            for p in 0..<size {
                for q in (p + 1)..<size where matrix[p][q] != 0 {
                    let theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
                    let tangent = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
                    let cosine = 1 / (tangent * tangent + 1).squareRoot()
                    rotate(&matrix, &vectors, p, q, cosine, tangent * cosine)
                }
            }
        }
        return (matrix.indices.map { matrix[$0][$0] }, vectors)
    }

    private static func rotate(
        _ matrix: inout [[Double]],
        _ vectors: inout [[Double]],
        _ p: Int,
        _ q: Int,
        _ cosine: Double,
        _ sine: Double
    ) {
        for k in matrix.indices {
            let (left, right) = (matrix[k][p], matrix[k][q])
            matrix[k][p] = cosine * left - sine * right
            matrix[k][q] = sine * left + cosine * right
        }
        for k in matrix.indices {
            let (left, right) = (matrix[p][k], matrix[q][k])
            matrix[p][k] = cosine * left - sine * right
            matrix[q][k] = sine * left + cosine * right
            let (first, second) = (vectors[k][p], vectors[k][q])
            vectors[k][p] = cosine * first - sine * second
            vectors[k][q] = sine * first + cosine * second
        }
    }
}
