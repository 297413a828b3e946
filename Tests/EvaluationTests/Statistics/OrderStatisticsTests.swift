import TestSupport
import Testing

@testable import Evaluation

@Suite("Order statistics")
struct OrderStatisticsTests {
    private static let shares = [0, 0.025, 0.5, 0.5, 0.95, 0.999, 1]

    /// By definition: all numbers sorted, and a straight line between neighbours.
    private func sortedQuantile(_ share: Double, of numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let upper = sorted[min(below + 1, sorted.count - 1)]
        return sorted[below] + (upper - sorted[below]) * (place - Double(below))
    }

    private func check(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        var places = OrderStatistics(numbers)
        for place in Set([0, numbers.count / 2, numbers.count - 1]).sorted() {
            let number = places.number(at: place)
            #expect(number == sorted[place])
        }
        var order = OrderStatistics(numbers)
        for share in Self.shares {
            let quantile = order.quantile(share)
            #expect(quantile == sortedQuantile(share, of: numbers))
        }
    }

    @Test("Random numbers, many of them equal or none, are those that stand there when all are sorted")
    func random() {
        var generator = SeededGenerator(seed: 71)
        for count in [1, 2, 3, 4, 5, 10, 99, 100, 1_000, 20_000] {
            check((0..<count).map { _ in generator.number(in: -1...1) })
            check((0..<count).map { _ in generator.number(in: 0...3).rounded() })
            check([Double](repeating: 7, count: count))
        }
    }

    @Test("Numbers in order, in reverse, and up and down again")
    func ordered() {
        let rising = (0..<3_000).map(Double.init)
        check(rising)
        check(rising.reversed())
        check(rising + rising.reversed())
        check(rising.reversed() + rising)
    }

    /// Musser 1997, "Introspective sorting and selection algorithms", Software: Practice and Experience 27 (8):
    /// the median of three takes the smallest two numbers off each time.
    @Test("A row that deceives the median of three is sorted in the end")
    func deceptive() {
        let half = 10_000
        let row = (0..<2 * half).map { place -> Double in
            if place >= half { return Double(2 * (place - half + 1)) }
            return Double(place % 2 == 0 ? place + 1 : half + place + (half % 2))
        }
        check(row)
    }
}
