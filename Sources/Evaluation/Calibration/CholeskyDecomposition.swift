/// The decomposition of a symmetric positive definite matrix as L·Lᵀ, to solve linear systems.
///
/// Golub & Van Loan 2013, algorithm 4.2.1.
struct CholeskyDecomposition {
    /// The rows of the lower triangle.
    private var lower: [[Double]]

    /// Decomposes a matrix; nil if it is not positive definite within rounding.
    init?(_ matrix: [[Double]]) {
        lower = matrix.map { row in row.map { _ in 0.0 } }
        for row in matrix.indices {
            for column in 0...row {
                var sum = matrix[row][column]
                for k in 0..<column { sum -= lower[row][k] * lower[column][k] }
                guard row == column else {
                    lower[row][column] = sum / lower[column][column]
                    continue
                }
                guard sum > 1e-14 * abs(matrix[row][row]), sum.isFinite else { return nil }
                lower[row][row] = sum.squareRoot()
            }
        }
    }

    /// The solution of matrix · x = right side.
    func solve(_ rightSide: [Double]) -> [Double] {
        var x = rightSide
        for row in x.indices {
            for k in 0..<row { x[row] -= lower[row][k] * x[k] }
            x[row] /= lower[row][row]
        }
        for row in x.indices.reversed() {
            for k in (row + 1)..<max(x.count, row + 1) { x[row] -= lower[k][row] * x[k] }
            x[row] /= lower[row][row]
        }
        return x
    }

    /// The inverse of the matrix.
    var inverse: [[Double]] {
        lower.indices.map { unit in solve(lower.indices.map { $0 == unit ? 1.0 : 0.0 }) }
    }
}
