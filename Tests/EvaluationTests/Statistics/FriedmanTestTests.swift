import Testing

@testable import Evaluation

@Suite struct FriedmanTestTests {
    /// Of the figures that Demšar 2006 (JMLR 7:1–30) prints in section 3.2.2.
    private static let printed = 0.005

    @Test func `The test is that of scipy, with ties too`() throws {
        let cases = try StatisticsFixture.read().friedman
        #expect(cases.count == 5)
        for example in cases {
            let test = try #require(FriedmanTest(example.figures))
            for (found, expected) in zip(test.meanRanks, example.meanRanks) {
                #expect(StatisticsFixture.areEqual(found, expected))
            }
            #expect(StatisticsFixture.areEqual(test.statistic, example.statistic))
            // The tail of 345 amplifies the last digits of the statistic.
            #expect(StatisticsFixture.areEqual(test.pValue, example.pValue, within: 1e-10))
        }
    }

    @Test func `The chances of a chi-square are those of scipy`() throws {
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

    @Test func `The published comparison of four decision trees comes out`() {
        // Demšar 2006, table 6: mean ranks over 14 data sets; there without a correction for ties.
        let statistic = FriedmanTest.statistic(meanRanks: [3.143, 2.000, 2.893, 1.964], blocks: 14)
        #expect(abs(statistic - 9.28) < Self.printed)
        #expect(abs(FriedmanTest.imanDavenport(statistic, treatments: 4, blocks: 14) - 3.69) < Self.printed)
    }

    @Test func `Equal figures everywhere are no difference`() throws {
        let test = try #require(FriedmanTest([[1, 1, 1], [2, 2, 2]]))
        #expect(test.meanRanks == [2, 2, 2])
        #expect(test.statistic == 0)
        #expect(test.pValue == 1)
    }

    @Test func `Where all blocks agree, the statistic is as large as it can be`() throws {
        let test = try #require(FriedmanTest([[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 3, 9]]))
        // N (k − 1).
        #expect(abs(test.statistic - 8) < 1e-12)
        #expect(test.meanRanks == [1, 2, 3])
    }

    @Test(arguments: [[], [[1, 2]], [[1], [2]], [[1, 2], [1]]] as [[[Double]]])
    func `Without two blocks and two treatments there is no test`(figures: [[Double]]) {
        #expect(FriedmanTest(figures) == nil)
    }
}
