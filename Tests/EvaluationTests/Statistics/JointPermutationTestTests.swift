import Evaluation
import RealModule
import SensorModel
import Testing

struct JointPermutationTestTests {
    private static func test(_ old: [Double], _ new: [Double]) -> PermutationTest {
        PermutationTest([PermutationTest.Group(old: old, new: new)])
    }

    @Test func `The p-values of two tests are those of all permutations by hand`() {
        // Two old and two new cases have six permutations. The standardised sums of the first test are √3 for the observed
        // one, -√3 for its opposite, and 0 for the other four. Those of the second reach 2/√(10/6) = 1.55 < √3.
        let tests = [Self.test([1, 1], [3, 3]), Self.test([1, 4], [2, 3])]
        let pValues = JointPermutationTest(tests.map { .init($0, .larger) }).pValues
        #expect(pValues[0] == 1.0 / 6)
        // The sum 2 + 3 of the second test is exceeded by 2 + 4 and 3 + 4, and equalled by 1 + 4.
        #expect(pValues[1] == 4.0 / 6)
    }

    @Test func `The smallest p-value of five seeds does not depend on the number of tests`() {
        var generator = SplitMix64(seed: 9)
        let noise = (0..<60).map { _ in
            Self.test(
                (0..<5).map { _ in Double.random(in: 1...2, using: &generator) },
                (0..<5).map { _ in Double.random(in: 1...2, using: &generator) }
            )
        }
        let clear = Self.test([1, 1.001, 1.002, 1.003, 1.004], [2, 2.001, 2.002, 2.003, 2.004])
        let pValues = JointPermutationTest(([clear] + noise).map { .init($0, .larger) }).pValues
        // Bonferroni's smallest p-value would be 61/252.
        #expect(pValues[0] == 1.0 / 252)
        #expect(pValues.dropFirst().allSatisfy { $0 > 1.0 / 252 })
    }

    @Test func `False alarms of joint tests are not more frequent than the level allows`() {
        // Of 400 comparisons at 5 %, more than 35 have a false alarm with a probability of 0.1 %:
        // scipy.stats.binom.isf(0.001, 400, 0.05) = 35.
        var alarms = 0
        for repetition in 0..<400 {
            var generator = SplitMix64(seed: UInt64(repetition))
            let tests = (0..<12).map { _ in
                Self.test(
                    (0..<5).map { _ in Double.exp(Double.random(in: -1...1, using: &generator)) },
                    (0..<5).map { _ in Double.exp(Double.random(in: -1...1, using: &generator)) }
                )
            }
            if JointPermutationTest(tests.map { .init($0, .larger) }).pValues.contains(where: { $0 <= 0.05 }) {
                alarms += 1
            }
        }
        #expect(alarms <= 35)
        // The test of 252 permutations uses 12/252 = 4.8 % of the level.
        #expect(alarms >= 8)
    }

    @Test func `The limit of joint tests is divided among those that can reach it`() {
        // Two of the three could reach 0.05/2; the third could not even reach 0.05.
        #expect(JointPermutationTest.limit(smallestPValues: [0.01, 0.01, 0.5], level: 0.05) == 0.025)
        #expect(JointPermutationTest.limit(smallestPValues: [0.01], level: 0.05) == 0.05)
        #expect(JointPermutationTest.limit(smallestPValues: [], level: 0.05) == 0.05)
        // K = 1: both reach 0.05, more than one. K = 2: 0.03 exceeds 0.025.
        #expect(JointPermutationTest.limit(smallestPValues: [0.02, 0.03], level: 0.05) == 0.025)
    }

    @Test func `A verdict at 5 % needs three seeds on each side, or five pairs`() {
        let seeds = Self.test([1, 2], [3, 4])
        let pairs = PermutationTest([PermutationTest.Group(old: [1.0], new: [2.0])])
        // The binomial coefficients 4 over 2 and 6 over 3 are 6 and 20; 2⁴ = 16 and 2⁵ = 32.
        #expect(seeds.minimumCases(for: 1 - 0.95) == 3)
        #expect(seeds.minimumCases(for: 0.001) == 7)
        #expect(pairs.minimumCases(for: 1 - 0.95) == 5)
    }

    @Test func `The estimated number of cases is that of Student's test`() throws {
        // The standard deviation is 10 % of the mean, the change half of it. By the noncentral t distribution of
        // scipy.stats.nct, 50 cases on each side find it with a probability of 0.7989, and 51 with one of 0.8059.
        let old = (0..<40).map { index -> Double in 1 + 0.1 * (Double(index) - 19.5) / 11.690_452 }
        let cases = try #require(Self.test(old, old).casesNeeded(toFind: 0.05, limit: 0.05))
        #expect(abs(cases - 51) <= 1)
        #expect(Self.test([1, 1], [1, 1]).casesNeeded(toFind: 0.05, limit: 0.05) == nil)
    }
}
