import Evaluation
import Testing

@Suite struct FriedmanTestTests {
    /// The rounding of a statistic of magnitude 10.
    private static let rounding = 1e-12
    /// The rounding of the figures in Demšar 2006 (JMLR 7:1–30), section 3.2.2.
    private static let printed = 0.005

    @Test func `The test equals scipy's, including ties`() throws {
        let cases = try StatisticsFixture.read().friedman
        #expect(cases.count == 5)
        for example in cases {
            let test = try #require(FriedmanTest(example.figures))
            #expect(test.meanRanks.count == example.meanRanks.count)
            for (found, expected) in zip(test.meanRanks, example.meanRanks) {
                #expect(StatisticsFixture.areEqual(found, expected))
            }
            #expect(StatisticsFixture.areEqual(test.statistic, example.statistic))
            // The tail at 345 amplifies the last digits of the statistic.
            #expect(StatisticsFixture.areEqual(test.pValue, example.pValue, within: 1e-10))
        }
    }

    @Test func `The tail of the chi-square distribution equals scipy's`() throws {
        let cases = try StatisticsFixture.read().chiSquareTails
        #expect(cases.count == 25)
        for example in cases {
            let tail = IncompleteGamma.chiSquareTail(
                example.statistic,
                degreesOfFreedom: example.degreesOfFreedom
            )
            #expect(StatisticsFixture.areEqual(tail, example.tail), "\(example)")
        }
    }

    @Test func `The published comparison of four decision trees is reproduced`() {
        // Demšar 2006, table 6: mean ranks over 14 data sets, without a correction for ties.
        let statistic = FriedmanTest.statistic(meanRanks: [3.143, 2.000, 2.893, 1.964], blocks: 14)
        #expect(abs(statistic - 9.28) < Self.printed)
        #expect(abs(FriedmanTest.imanDavenport(statistic, treatments: 4, blocks: 14) - 3.69) < Self.printed)
    }

    @Test func `Equal figures have a p-value of 1`() throws {
        let test = try #require(FriedmanTest([[1, 1, 1], [2, 2, 2]]))
        #expect(test.meanRanks == [2, 2, 2])
        #expect(test.statistic == 0)
        #expect(test.pValue == 1)
    }

    @Test func `The statistic is at its maximum if all blocks agree`() throws {
        let test = try #require(FriedmanTest([[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 3, 9]]))
        // The maximum is N (k − 1).
        #expect(abs(test.statistic - 8) < Self.rounding)
        #expect(test.meanRanks == [1, 2, 3])
    }

    @Test(arguments: [[], [[1, 2]], [[1], [2]], [[1, 2], [1]]] as [[[Double]]])
    func `The test needs two blocks and two treatments`(figures: [[Double]]) {
        #expect(FriedmanTest(figures) == nil)
    }
}
