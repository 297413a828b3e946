import RealModule
import SensorModel
import Testing

@testable import Evaluation

@Suite struct PermutationTestTests {
    private typealias Group = PermutationTest.Group

    /// Of 16,384 ways at most, each of which counts whole.
    private static let rounding = 1e-12

    @Test func `The chances are those of scipy, and for several groups those of the definition`() throws {
        let cases = try StatisticsFixture.read().permutations
        #expect(cases.count == 22)
        for example in cases {
            let test = PermutationTest(example.groups.map { Group(old: $0.old, new: $0.new) })
            let found = test.pValue(example.alternative == "larger" ? .larger : .smaller)
            if test.ways <= Double(PermutationTest.mostWays) {
                #expect(abs(found - example.pValue) < Self.rounding, "\(example)")
            } else {
                // Four standard deviations of the share of random ways.
                let p = example.pValue
                let deviation = (p * (1 - p) / Double(PermutationTest.draws)).squareRoot()
                #expect(abs(found - p) < 4 * deviation + 1 / Double(PermutationTest.draws), "\(found), \(p)")
            }
        }
    }

    @Test func `The tea-tasting lady's chance comes out`() {
        // Fisher 1935, chapter 2: all eight cups told rightly by chance once in 70.
        let test = PermutationTest([Group(old: [0.0, 0, 0, 0], new: [1, 1, 1, 1])])
        #expect(test.ways == 70)
        #expect(abs(test.pValue(.larger) - 1.0 / 70) < Self.rounding)
        #expect(test.smallestPValue == 1.0 / 70)
    }

    @Test func `Pairs can be exchanged in two ways each, and draws are never certain`() {
        let pairs = (0..<5).map { Group(old: [Double($0) + 1], new: [Double($0) + 2]) }
        #expect(PermutationTest(pairs).ways == 32)
        #expect(abs(PermutationTest(pairs).pValue(.larger) - 1.0 / 32) < Self.rounding)
        let many = (0..<40).map { Group(old: [Double($0) + 1], new: [Double($0) + 2]) }
        #expect(PermutationTest(many).pValue(.larger) == 1.0 / 20_000)
        #expect(PermutationTest(many).smallestPValue == 1.0 / 20_000)
    }

    @Test func `A factor or an offset on the old figures is what is allowed`() {
        let groups = [Group(old: [1, 2, 3, 4], new: [1.1, 2.2, 3.3, 4.4])]
        let test = PermutationTest(groups)
        let scaled = PermutationTest([Group(old: [1.1, 2.2, 3.3, 4.4], new: [1.1, 2.2, 3.3, 4.4])])
        #expect(test.pValue(.larger, factor: 1.1) == scaled.pValue(.larger))
        let shifted = PermutationTest([Group(old: [1.5, 2.5, 3.5, 4.5], new: [1.1, 2.2, 3.3, 4.4])])
        #expect(test.pValue(.larger, offset: 0.5) == shifted.pValue(.larger))
    }

    @Test func `Figures that depend on each other are exchanged together`() {
        // Every case says the same twice: that is no more than saying it once.
        let single = PermutationTest([Group(old: [1.0, 2, 3], new: [4, 5, 6])])
        let twice = PermutationTest([Group(old: [[1, 10], [2, 20], [3, 30]], new: [[4, 40], [5, 50], [6, 60]])])
        #expect(twice.ways == 20)
        #expect(twice.pValue(.larger) == 1.0 / 20)
        #expect(single.pValue(.larger) == 1.0 / 20)
        // As two groups they would pretend to twice as many cases.
        let pretended = PermutationTest([
            Group(old: [1.0, 2, 3], new: [4, 5, 6]), Group(old: [10.0, 20, 30], new: [40, 50, 60]),
        ])
        #expect(pretended.ways == 400)
    }

    @Test func `A ratio between proportional figures is found whatever the groups' levels`() throws {
        let groups = [1.0, 1_000, 1e-4].map { Group(old: [$0, 2 * $0], new: [1.05 * $0, 2.1 * $0]) }
        let ratio = try #require(PermutationTest(groups).ratio)
        #expect(abs(ratio - 1.05) < 1e-9)
        #expect(PermutationTest([Group(old: [0.0, 0], new: [0, 1])]).ratio == nil)
        #expect(PermutationTest([Group(old: [0.0, 1], new: [0, 0])]).ratio == 0)
    }

    @Test func `The interval is open on a side where nothing can be refused`() throws {
        let few = PermutationTest([Group(old: [1.0, 2], new: [2, 3])])
        let open = try #require(few.ratioInterval(confidence: 0.95))
        #expect(open.lower == nil)
        #expect(open.upper == nil)
        #expect(PermutationTest([Group(old: [0.0], new: [1])]).ratioInterval(confidence: 0.95) == nil)
    }

    @Test func `The interval holds the true ratio as often as it says`() throws {
        // Figures of 10 % noise, five seeds of either side, and a candidate that is 20 % larger. The share of 400
        // intervals strays by 1.1 % (one standard deviation); three of those are let pass.
        var generator = SplitMix64(seed: 7)
        var (holding, widths) = (0, 0.0)
        for _ in 0..<400 {
            let groups = [1.0, 30].map { level in
                Group(
                    old: (0..<5).map { _ in level * Self.noise(&generator) },
                    new: (0..<5).map { _ in 1.2 * level * Self.noise(&generator) }
                )
            }
            let interval = try #require(PermutationTest(groups).ratioInterval(confidence: 0.95))
            let (lower, upper) = (try #require(interval.lower), try #require(interval.upper))
            if lower <= 1.2, 1.2 <= upper { holding += 1 }
            widths += upper - lower
        }
        #expect(holding >= 367, "\(holding) of 400")
        // Not by being endless: 2 · 2.1 standard errors of 1.2 · 10 % · √(2/10) are 0.22.
        #expect(widths / 400 < 0.3)
    }

    /// About 1 with a standard deviation of 10 %: e to the power of a sum of uniform numbers.
    private static func noise(_ generator: inout SplitMix64) -> Double {
        let sum = (0..<12).reduce(0.0) { sum, _ in sum + generator.nextFraction() } - 6
        return .exp(0.1 * sum)
    }
}
