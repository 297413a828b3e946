import SensorModel

/// The order statistics of numbers without a full sort.
///
/// Source: Hoare 1961, doi:10.1145/366622.366647, with the median of three as pivot. After twice the number of rounds
/// of a bisection the remainder is sorted. O(n) on average, O(n log n) at most.
package struct OrderStatistics {
    private var numbers: [Double]
    /// No number before this index is larger than one from it on.
    private var settled = 0

    /// - Precondition: at least one number, none of them NaN.
    package init(_ numbers: [Double]) {
        precondition(!numbers.isEmpty, "order statistics of at least one number")
        self.numbers = numbers
    }

    /// The quantile by linear interpolation between order statistics: definition 7 of Hyndman & Fan 1996,
    /// doi:10.1080/00031305.1996.10473566.
    ///
    /// - Parameter share: from 0 to 1, not below the previous call's.
    package mutating func quantile(_ share: Double) -> Double {
        let place = share * Double(numbers.count - 1)
        let below = Int(saturating: place)
        let lower = number(at: below)
        let upper = numbers[(below + 1)...].min() ?? lower
        return lower + (upper - lower) * (place - Double(below))
    }

    /// The number at this index, from 0, in sorted order.
    ///
    /// - Parameter place: not below the previous call's.
    package mutating func number(at place: Int) -> Double {
        settle(place)
        return numbers[place]
    }

    /// Partitions the numbers so that this index has its number in sorted order, with no larger number before it and no
    /// smaller one after it.
    private mutating func settle(_ place: Int) {
        var (low, high) = (settled, numbers.count - 1)
        var rounds = 2 * (Int.bitWidth - numbers.count.leadingZeroBitCount)
        while low < high {
            guard rounds > 0 else {
                numbers[low...high].sort()
                break
            }
            rounds -= 1
            let (left, right) = divide(low, high)
            if place <= right {
                high = right
            } else if place >= left {
                low = left
            } else {
                break
            }
        }
        settled = place
    }

    /// Partitions the numbers from `low` to `high`. No number up to `right` is larger than the pivot, and none from
    /// `left` on is smaller. Numbers between them equal the pivot.
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
