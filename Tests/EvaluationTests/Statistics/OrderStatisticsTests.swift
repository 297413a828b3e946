import Evaluation
import TestSupport
import Testing

@Suite("Order statistics")
struct OrderStatisticsTests {
    private static let shares = [0, 0.025, 0.5, 0.5, 0.95, 0.999, 1]

    /// The quantile by its definition: all numbers sorted, with linear interpolation between neighbours.
    private func sortedQuantile(_ share: Double, of numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let position = share * Double(sorted.count - 1)
        let below = Int(position)
        let upper = sorted[min(below + 1, sorted.count - 1)]
        return sorted[below] + (upper - sorted[below]) * (position - Double(below))
    }

    private func check(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        var statistics = OrderStatistics(numbers)
        for index in Set([0, numbers.count / 2, numbers.count - 1]).sorted() {
            let number = statistics.number(at: index)
            #expect(number == sorted[index])
        }
        var order = OrderStatistics(numbers)
        for share in Self.shares {
            let quantile = order.quantile(share)
            #expect(quantile == sortedQuantile(share, of: numbers))
        }
    }

    @Test func `Random numbers, with and without equal ones, have the quantiles of the sorted numbers`() {
        var generator = SeededGenerator(seed: 71)
        for count in [1, 2, 3, 4, 5, 10, 99, 100, 1_000, 20_000] {
            check((0..<count).map { _ in generator.number(in: -1...1) })
            check((0..<count).map { _ in generator.number(in: 0...3).rounded() })
            check([Double](repeating: 7, count: count))
        }
    }

    @Test func `Rising and falling sequences have the quantiles of the sorted numbers`() {
        let rising = (0..<3_000).map(Double.init)
        check(rising)
        check(rising.reversed())
        check(rising + rising.reversed())
        check(rising.reversed() + rising)
    }

    /// Musser 1997, "Introspective sorting and selection algorithms", Software: Practice and Experience 27 (8): each
    /// partition by the median of three removes only the two smallest numbers.
    @Test func `The worst case of the median of three has the quantiles of the sorted numbers`() {
        let half = 10_000
        let row = (0..<2 * half).map { index -> Double in
            if index >= half { return Double(2 * (index - half + 1)) }
            return Double(index % 2 == 0 ? index + 1 : half + index + (half % 2))
        }
        check(row)
    }
}
