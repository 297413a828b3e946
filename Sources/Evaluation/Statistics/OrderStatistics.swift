import SensorModel

/// Order statistics of numbers, without sorting all of them.
///
/// Hoare 1961, doi:10.1145/366622.366647, with the median of three for the border. What it leaves after twice as many
/// rounds as bisection takes is sorted. O(n) time on average, O(n log n) at most.
struct OrderStatistics {
    private var numbers: [Double]
    /// No number before this place is larger than one from it on.
    private var settled = 0

    /// - Precondition: at least one number, none of them NaN.
    init(_ numbers: [Double]) {
        precondition(!numbers.isEmpty, "order statistics of at least one number")
        self.numbers = numbers
    }

    /// Linear between order statistics: definition 7 of Hyndman & Fan 1996, doi:10.1080/00031305.1996.10473566.
    ///
    /// - Parameter share: from 0 to 1, not below the one asked for before.
    mutating func quantile(_ share: Double) -> Double {
        let place = share * Double(numbers.count - 1)
        let below = Int(saturating: place)
        let lower = number(at: below)
        let upper = numbers[(below + 1)...].min() ?? lower
        return lower + (upper - lower) * (place - Double(below))
    }

    /// The number that stands at this place, from 0, when all are sorted.
    ///
    /// - Parameter place: not before the one asked for before.
    mutating func number(at place: Int) -> Double {
        settle(place)
        return numbers[place]
    }

    /// Brings the number to this place that stands there when all are sorted, with no larger ones before it, and no
    /// smaller ones behind it.
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

    /// Divides the numbers from `low` to `high`: none up to `right` is larger, and none from `left` on is smaller than
    /// what stands between the two.
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
