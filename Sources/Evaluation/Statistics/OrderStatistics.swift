import SensorModel

/// The order statistics of numbers, computed with quickselect instead of a full sort.
///
/// Source: Hoare 1961, doi:10.1145/366622.366647, with the median of three as pivot. If 2 log₂ n partitions do not
/// suffice, the remaining range is sorted. O(n) on average, O(n log n) in the worst case.
package struct OrderStatistics {
    private var numbers: [Double]
    /// The index up to which the numbers are partitioned. The numbers before this index do not exceed the later
    /// numbers.
    private var settled = 0

    /// Creates the order statistics of some numbers.
    ///
    /// - Precondition: `numbers` is not empty and contains no NaN.
    package init(_ numbers: [Double]) {
        precondition(!numbers.isEmpty, "order statistics of at least one number")
        self.numbers = numbers
    }

    /// Returns a quantile, interpolated linearly between order statistics: definition 7 of Hyndman & Fan 1996,
    /// doi:10.1080/00031305.1996.10473566.
    ///
    /// - Parameter share: the quantile's probability from 0 to 1, not smaller than in the previous call.
    package mutating func quantile(_ share: Double) -> Double {
        let position = share * Double(numbers.count - 1)
        let below = Int(saturating: position)
        let lower = number(at: below)
        let upper = numbers[(below + 1)...].min() ?? lower
        return lower + (upper - lower) * (position - Double(below))
    }

    /// Returns the number at an index in sorted order.
    ///
    /// - Parameter index: the index, not smaller than in the previous call.
    package mutating func number(at index: Int) -> Double {
        settle(index)
        return numbers[index]
    }

    /// Partitions the numbers such that the number at `index` is the same as in sorted order. No number before `index`
    /// is larger, and no number after `index` is smaller.
    private mutating func settle(_ index: Int) {
        var (low, high) = (settled, numbers.count - 1)
        var rounds = 2 * (Int.bitWidth - numbers.count.leadingZeroBitCount)
        while low < high {
            guard rounds > 0 else {
                numbers[low...high].sort()
                break
            }
            rounds -= 1
            let (left, right) = divide(low, high)
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                break
            }
        }
        settled = index
    }

    /// Partitions the numbers at the indices from `low` to `high` by a pivot. Afterwards, numbers at indices up to
    /// `right` are at most the pivot. Numbers at indices from `left` are at least the pivot. Numbers between these
    /// indices equal the pivot.
    private mutating func divide(_ low: Int, _ high: Int) -> (left: Int, right: Int) {
        numbers.withUnsafeMutableBufferPointer { numbers in
            let (first, middle, last) = (numbers[low], numbers[low + (high - low) / 2], numbers[high])
            let border = max(min(first, middle), min(max(first, middle), last))
            var (left, right) = (low, high)
            while left <= right {
                while numbers[left] < border { left += 1 }
                while numbers[right] > border { right -= 1 }
                if left <= right {
                    numbers.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            return (left, right)
        }
    }
}

/// Statistics of errors. All statistics except the count and the sum of squares have the unit of the errors.
///
/// ```swift
/// let statistics = ErrorStatistics([0.2, 0.4, 0.1])
/// print(statistics?.rmse ?? .nan, statistics?.p95 ?? .nan)
/// ```
public struct ErrorStatistics: Sendable, Hashable {
    /// The number of errors.
    public let count: Int
    /// The root mean square, √(Σe²/n).
    public let rmse: Double
    /// The arithmetic mean.
    public let mean: Double
    /// The median.
    public let median: Double
    /// The standard deviation about the mean, with the divisor n (not n − 1).
    public let standardDeviation: Double
    /// The smallest error.
    public let minimum: Double
    /// The largest error.
    public let maximum: Double
    /// The 95th percentile.
    public let p95: Double
    /// The sum of squared errors, Σe².
    public let sse: Double

    /// Computes the statistics. Returns `nil` for an empty array. O(n) on average.
    public init?(_ errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        var order = OrderStatistics(errors)
        let mean = errors.compensatedMean
        count = errors.count
        sse = errors.sumOfSquares.sum
        rmse = (sse / Double(errors.count)).squareRoot()
        self.mean = mean
        median = order.quantile(0.5)
        standardDeviation = errors.lazy.map { $0 - mean }.rootMeanSquare ?? 0
        minimum = errors.reduce(errors[0], min)
        maximum = errors.reduce(errors[0], max)
        p95 = order.quantile(0.95)
    }

    /// Returns a quantile of sorted numbers, interpolated linearly between order statistics: definition 7 of Hyndman &
    /// Fan 1996, doi:10.1080/00031305.1996.10473566.
    package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
        let position = share * Double(sorted.count - 1)
        let below = Int(saturating: position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }

    /// Returns the median of at least one number. O(n) on average.
    package static func median(of numbers: [Double]) -> Double {
        var order = OrderStatistics(numbers)
        return order.quantile(0.5)
    }
}
