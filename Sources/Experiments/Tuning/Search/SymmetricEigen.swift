/// The eigenvalues and eigenvectors of a symmetric matrix. Only basic arithmetic and square roots are used, so the
/// result is the same on every machine.
///
/// Source: Jacobi's method in Golub, Van Loan: Matrix Computations. 4th ed. 2013, algorithms 8.5.1 and 8.5.3.
package struct SymmetricEigen {
    private static let mostSweeps = 50
    /// The largest off-diagonal element at convergence, relative to the diagonal.
    private static let enough = 1e-15

    /// The eigenvalues, unsorted.
    package private(set) var values: [Double]
    /// The eigenvectors by row, then by eigenvalue; each column has length 1.
    package private(set) var vectors: [[Double]]

    /// Computes the decomposition. O(n³) per sweep; a few sweeps suffice.
    ///
    /// - Parameter matrix: the rows of a symmetric matrix.
    package init(_ matrix: [[Double]]) {
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

    /// Rotates rows and columns p and q so that the element at (p, q) becomes zero.
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
