import SensorModel

/// The reduction of a series to the samples that are visible in a plot. Every spike remains.
///
/// The range of x is divided into bins of equal width, like the columns of a plot. The samples with the smallest and
/// the largest y of each bin remain (the first of equal ones), and the first and last sample of the series. The plot
/// differs from that of all samples by at most a column's width.
package enum MinMaxThinning {
    /// The indices of the remaining samples in rising order: all of them if there are few, else at most 2 · bins + 2.
    ///
    /// O(count). The reduction is idempotent.
    ///
    /// - Parameters:
    ///   - x: finite and never falling.
    ///   - y: finite, as many as `x`.
    ///   - bins: at least 1.
    package static func positions(x: [Double], y: [Double], bins: Int) -> [Int] {
        precondition(x.count == y.count && bins > 0, "x and y have equal counts, and there is a bin")
        guard x.count > 2 * bins + 2, let first = x.first, let last = x.last, last > first else {
            return x.first == x.last && x.count > 4 ? extremes(of: y) : Array(x.indices)
        }
        var kept: [Int] = []
        kept.reserveCapacity(2 * bins + 2)
        var start = 0
        var bin = 0
        for index in x.indices {
            let here = min(max(0, Int(saturating: (x[index] - first) / (last - first) * Double(bins))), bins - 1)
            guard here > bin else { continue }
            append(start..<index, of: y, to: &kept)
            (start, bin) = (index, here)
        }
        append(start..<x.count, of: y, to: &kept)
        if kept.first != 0 { kept.insert(0, at: 0) }
        if kept.last != x.count - 1 { kept.append(x.count - 1) }
        return kept
    }

    private static func extremes(of y: [Double]) -> [Int] {
        var kept: [Int] = []
        append(y.indices, of: y, to: &kept)
        return Set(kept + [0, y.count - 1]).sorted()
    }

    private static func append(_ range: Range<Int>, of y: [Double], to kept: inout [Int]) {
        guard var low = range.first, var high = range.first else { return }
        for index in range {
            if y[index] < y[low] { low = index }
            if y[index] > y[high] { high = index }
        }
        kept.append(min(low, high))
        if low != high { kept.append(max(low, high)) }
    }
}
