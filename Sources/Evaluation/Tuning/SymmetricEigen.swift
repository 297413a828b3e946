/// The eigenvalues and eigenvectors of a symmetric matrix, from the four basic operations and the square root alone:
/// the same on every machine.
///
/// Jacobi's method: Golub, Van Loan: Matrix Computations. 4th ed. 2013, algorithms 8.5.1 and 8.5.3.
struct SymmetricEigen {
    private static let mostSweeps = 50
    /// Off the diagonal, relative to it.
    private static let enough = 1e-15

    /// Not sorted.
    private(set) var values: [Double]
    /// By row, then by eigenvalue; each column of length 1.
    private(set) var vectors: [[Double]]

    /// O(n³) per sweep, of which a few are needed.
    ///
    /// - Parameter matrix: symmetric; rows.
    init(_ matrix: [[Double]]) {
        let all = matrix.indices
        var left = matrix
        vectors = all.map { row in all.map { $0 == row ? 1 : 0 } }
        for _ in 0..<Self.mostSweeps {
            let scale = all.map { abs(left[$0][$0]) }.max() ?? 0
            let off = all.flatMap { row in all.filter { $0 != row }.map { abs(left[row][$0]) } }.max() ?? 0
            if off <= Self.enough * scale { break }
            for p in all { for q in all where q > p { Self.rotate(&left, &vectors, p, q) } }
        }
        values = all.map { left[$0][$0] }
    }

    /// Makes the element at (p, q) zero.
    private static func rotate(_ matrix: inout [[Double]], _ vectors: inout [[Double]], _ p: Int, _ q: Int) {
        guard matrix[p][q] != 0 else { return }
        // Golub & Van Loan 2013, algorithm 8.5.1.
        let ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
        let root = (1 + ratio * ratio).squareRoot()
        let tangent = ratio >= 0 ? 1 / (ratio + root) : 1 / (ratio - root)
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = tangent * cosine
        for k in matrix.indices {
            (matrix[k][p], matrix[k][q]) = (
                cosine * matrix[k][p] - sine * matrix[k][q], sine * matrix[k][p] + cosine * matrix[k][q]
            )
        }
        for k in matrix.indices {
            (matrix[p][k], matrix[q][k]) = (
                cosine * matrix[p][k] - sine * matrix[q][k], sine * matrix[p][k] + cosine * matrix[q][k]
            )
            (vectors[k][p], vectors[k][q]) = (
                cosine * vectors[k][p] - sine * vectors[k][q], sine * vectors[k][p] + cosine * vectors[k][q]
            )
        }
    }
}
