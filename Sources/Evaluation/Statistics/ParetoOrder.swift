/// Pareto dominance of rows of numbers. Row A dominates row B if A is smaller in at least one column and larger in
/// none.
package enum ParetoOrder {
    /// Returns the indices of the rows that no other row dominates, sorted by the rows' numbers and then by index.
    ///
    /// If several equal rows are not dominated, all are included. O(rows · front).
    ///
    /// - Parameter rows: rows of finite numbers, all of the same length.
    package static func front(of rows: [[Double]]) -> [Int] {
        let order = rows.indices.sorted { left, right in
            rows[left] == rows[right] ? left < right : rows[left].lexicographicallyPrecedes(rows[right])
        }
        // In this order a dominating row comes first, and each dominated row is dominated by some row of the front.
        var front: [Int] = []
        for row in order {
            let isDominated = front.contains { other in
                rows[other] != rows[row] && zip(rows[other], rows[row]).allSatisfy { $0 <= $1 }
            }
            if !isDominated { front.append(row) }
        }
        return front
    }
}
