import Evaluation
import TestSupport
import Testing

/// The properties of thinning. The expected extremes come from a search over all samples.
struct MinMaxThinningTests {
    private static func noise(_ count: Int, seed: UInt64) -> (x: [Double], y: [Double]) {
        var generator = SeededGenerator(seed: seed)
        var x: [Double] = []
        var time = 0.0
        for _ in 0..<count {
            time += generator.number(in: 0...0.02)
            x.append(time)
        }
        return (x, x.map { _ in generator.number(in: -1...1) })
    }

    @Test(arguments: [0, 1, 2, 21, 22])
    func `Few samples all remain`(count: Int) {
        let (x, y) = Self.noise(count, seed: 1)
        #expect(MinMaxThinning.positions(x: x, y: y, bins: 10) == Array(0..<count))
    }

    @Test(arguments: [1, 7, 300])
    func `Each column keeps its extremes, and samples keep their order`(bins: Int) throws {
        let (x, y) = Self.noise(20_000, seed: 2)
        let kept = MinMaxThinning.positions(x: x, y: y, bins: bins)
        #expect(kept.count <= 2 * bins + 2)
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
        #expect(kept.first == 0)
        #expect(kept.last == x.count - 1)
        let width = try #require(x.last) - x[0]
        let columns = Dictionary(grouping: x.indices) { min(Int((x[$0] - x[0]) / width * Double(bins)), bins - 1) }
        let stay = Set(kept)
        for column in columns.values {
            let shown = column.filter(stay.contains).map { y[$0] }
            #expect(shown.min() == column.map { y[$0] }.min())
            #expect(shown.max() == column.map { y[$0] }.max())
        }
    }

    @Test func `Thinning is idempotent`() {
        let (x, y) = Self.noise(5_000, seed: 3)
        let kept = MinMaxThinning.positions(x: x, y: y, bins: 50)
        let again = MinMaxThinning.positions(x: kept.map { x[$0] }, y: kept.map { y[$0] }, bins: 50)
        #expect(again == Array(kept.indices))
    }

    @Test(arguments: [0, 1, 123_456, 654_321, 999_998, 999_999])
    func `A spike of one sample in a million remains`(spike: Int) {
        let x = (0..<1_000_000).map(Double.init)
        var y = x.map { _ in 1.0 }
        y[spike] = 2
        let kept = MinMaxThinning.positions(x: x, y: y, bins: 300)
        #expect(kept.contains(spike))
        #expect(kept.count <= 602)
    }

    @Test func `Samples with equal times keep their extremes`() {
        let y = [3.0, 1, 4, 1, 5, 9, 2, 6]
        #expect(MinMaxThinning.positions(x: y.map { _ in 7 }, y: y, bins: 1) == [0, 1, 5, 7])
    }
}
