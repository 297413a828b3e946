import Evaluation
import RealModule
import SensorModel
import Testing

@Suite struct PermutationTestTests {
    /// Relative. The last bisection of the ratio leaves less than this.
    private static let ratioTolerance = 1e-9

    private typealias Group = PermutationTest.Group

    /// Relative: at most 16,384 permutations, each counted exactly.
    private static let rounding = 1e-12

    @Test func `P-values equal scipy's, and for several groups the definition's`() throws {
        let cases = try StatisticsFixture.read().permutations
        #expect(cases.count == 22)
        for example in cases {
            let test = PermutationTest(example.groups.map { Group(old: $0.old, new: $0.new) })
            let found = test.pValue(example.alternative == "larger" ? .larger : .smaller)
            if test.ways <= Double(PermutationTest.maximumWays) {
                #expect(abs(found - example.pValue) < Self.rounding, "\(example)")
            } else {
                // Four standard deviations of the share of random permutations.
                let p = example.pValue
                let deviation = (p * (1 - p) / Double(PermutationTest.draws)).squareRoot()
                #expect(abs(found - p) < 4 * deviation + 1 / Double(PermutationTest.draws), "\(found), \(p)")
            }
        }
    }

    @Test func `Fisher's p-value of the lady tasting tea is reproduced`() {
        // Fisher 1935, chapter 2: all eight cups are identified correctly by chance once in 70.
        let test = PermutationTest([Group(old: [0.0, 0, 0, 0], new: [1, 1, 1, 1])])
        #expect(test.ways == 70)
        #expect(abs(test.pValue(.larger) - 1.0 / 70) < Self.rounding)
        #expect(test.smallestPValue == 1.0 / 70)
    }

    @Test func `Each pair has two permutations, and random permutations never yield a p-value of zero`() {
        let pairs = (0..<5).map { (index: Int) -> Group in Group(old: [Double(index) + 1], new: [Double(index) + 2]) }
        #expect(PermutationTest(pairs).ways == 32)
        #expect(abs(PermutationTest(pairs).pValue(.larger) - 1.0 / 32) < Self.rounding)
        let many = (0..<40).map { (index: Int) -> Group in Group(old: [Double(index) + 1], new: [Double(index) + 2]) }
        #expect(PermutationTest(many).pValue(.larger) == 1.0 / 20_000)
        #expect(PermutationTest(many).smallestPValue == 1.0 / 20_000)
    }

    @Test func `A factor or an offset of the old figures is an allowance`() {
        let groups = [Group(old: [1, 2, 3, 4], new: [1.1, 2.2, 3.3, 4.4])]
        let test = PermutationTest(groups)
        let scaled = PermutationTest([Group(old: [1.1, 2.2, 3.3, 4.4], new: [1.1, 2.2, 3.3, 4.4])])
        #expect(test.pValue(.larger, factor: 1.1) == scaled.pValue(.larger))
        let shifted = PermutationTest([Group(old: [1.5, 2.5, 3.5, 4.5], new: [1.1, 2.2, 3.3, 4.4])])
        #expect(test.pValue(.larger, offset: 0.5) == shifted.pValue(.larger))
    }

    @Test func `Dependent figures are exchanged together`() {
        // Every case has the same figure twice, which adds no information.
        let single = PermutationTest([Group(old: [1.0, 2, 3], new: [4, 5, 6])])
        let twice = PermutationTest([Group(old: [[1, 10], [2, 20], [3, 30]], new: [[4, 40], [5, 50], [6, 60]])])
        #expect(twice.ways == 20)
        #expect(twice.pValue(.larger) == 1.0 / 20)
        #expect(single.pValue(.larger) == 1.0 / 20)
        // As two groups they would count as twice the number of cases.
        let pretended = PermutationTest([
            Group(old: [1.0, 2, 3], new: [4, 5, 6]), Group(old: [10.0, 20, 30], new: [40, 50, 60]),
        ])
        #expect(pretended.ways == 400)
    }

    @Test func `The ratio of proportional figures does not depend on the groups' levels`() throws {
        let groups = [1.0, 1_000, 1e-4].map { (level: Double) -> Group in
            Group(old: [level, 2 * level], new: [1.05 * level, 2.1 * level])
        }
        let ratio = try #require(PermutationTest(groups).ratio)
        #expect(abs(ratio - 1.05) < Self.ratioTolerance)
        #expect(PermutationTest([Group(old: [0.0, 0], new: [0, 1])]).ratio == nil)
        #expect(PermutationTest([Group(old: [0.0, 1], new: [0, 0])]).ratio == 0)
    }

    @Test func `The interval is open on a side where no factor can be rejected`() throws {
        let few = PermutationTest([Group(old: [1.0, 2], new: [2, 3])])
        let open = try #require(few.ratioInterval(confidence: 0.95))
        #expect(open.lower == nil)
        #expect(open.upper == nil)
        #expect(PermutationTest([Group(old: [0.0], new: [1])]).ratioInterval(confidence: 0.95) == nil)
    }

    @Test func `The interval contains the true ratio at its confidence level`() throws {
        // Figures have 10 % noise, with five seeds on either side, and the candidate is 20 % larger. The share of 400
        // intervals has a standard deviation of 1.1 %; three of those are accepted.
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
        // The intervals are also narrow: 2 · 2.1 standard errors of 1.2 · 10 % · √(2/10) are 0.22.
        #expect(widths / 400 < 0.3)
    }

    /// Numbers around 1 with a standard deviation of 10 %: e to the power of a sum of uniform numbers.
    private static func noise(_ generator: inout SplitMix64) -> Double {
        let sum = (0..<12).reduce(0.0) { sum, _ in sum + generator.nextFraction() } - 6
        return .exp(0.1 * sum)
    }
}
