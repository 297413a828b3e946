/// Pareto dominance of rows of numbers. Row A dominates row B if A is smaller in at least one column and larger in
/// none. Numbers whose difference is at most the tolerance of their column count as equal.
package enum ParetoOrder {
    /// Returns the indices of the rows on the front, sorted by the rows' numbers and then by index.
    ///
    /// No row of the front dominates another, and each other row is dominated by a row of the front. If several equal
    /// rows are not dominated, all are included. O(rows · front).
    ///
    /// - Parameters:
    ///   - rows: rows of finite numbers, all of the same length.
    ///   - tolerances: the tolerance of each column, at least 0; empty for 0 in all columns.
    package static func front(of rows: [[Double]], tolerances: [Double] = []) -> [Int] {
        let limits = tolerances.isEmpty ? Array(repeating: 0, count: rows.first?.count ?? 0) : tolerances
        let exactFirst = limits.indices.sorted { (limits[$0], $0) < (limits[$1], $1) }
        let keys = rows.map { row in exactFirst.map { row[$0] } }
        // With one tolerance above 0, a dominating row comes first in this order.
        var front: [Int] = []
        for row in sorted(keys) where !front.contains(where: { dominates(rows[$0], rows[row], limits) }) {
            front.append(row)
        }
        let isInFront = Set(front)
        return sorted(rows).filter(isInFront.contains)
    }

    private static func sorted(_ rows: [[Double]]) -> [Int] {
        rows.indices.sorted { left, right in
            rows[left] == rows[right] ? left < right : rows[left].lexicographicallyPrecedes(rows[right])
        }
    }

    private static func dominates(_ one: [Double], _ other: [Double], _ tolerances: [Double]) -> Bool {
        var isSmaller = false
        for column in one.indices {
            if one[column] > other[column] + tolerances[column] { return false }
            if one[column] + tolerances[column] < other[column] { isSmaller = true }
        }
        return isSmaller
    }
}
