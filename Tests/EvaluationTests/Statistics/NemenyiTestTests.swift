import Evaluation
import Testing

@Suite struct NemenyiTestTests {
    /// Ranks. The rounding of the published critical differences to two decimals.
    private static let publishedRounding = 0.005
    /// The rounding of figures with three decimals that were divided after rounding.
    private static let printed = 0.001

    /// Demšar 2006 (JMLR 7:1–30), table 5(a): the studentised range divided by √2, for 2 to 10 treatments.
    private static let criticalValues: [(tail: Double, values: [Double])] = [
        (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
        (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
    ]

    @Test func `Critical values equal the published table`() {
        for (tail, values) in Self.criticalValues {
            for (index, value) in values.enumerated() {
                let found = StudentisedRange.quantile(tail: tail, count: index + 2) / 2.0.squareRoot()
                #expect(abs(found - value) < Self.printed, "\(index + 2) at \(tail)")
            }
        }
    }

    @Test func `Ranges equal scipy's, also for many treatments`() throws {
        let cases = try StatisticsFixture.read().ranges
        #expect(cases.count == 18)
        for example in cases {
            let found = StudentisedRange.quantile(tail: example.tail, count: example.count)
            // scipy finds the root to about 1e−8.
            #expect(StatisticsFixture.areEqual(found, example.quantile, within: 1e-7), "\(example)")
        }
    }

    @Test func `The critical difference of the published comparison is reproduced`() {
        // Demšar 2006, section 3.2.2: four classifiers on 14 data sets, 1.25 at 0.05 and 1.12 at 0.10.
        let strict = NemenyiTest.criticalDifference(treatments: 4, blocks: 14, significance: 0.05)
        let mild = NemenyiTest.criticalDifference(treatments: 4, blocks: 14, significance: 0.10)
        #expect(abs(strict - 1.25) < Self.publishedRounding)
        #expect(abs(mild - 1.12) < Self.publishedRounding)
    }

    @Test func `Groups may overlap, but none is a subset of another`() {
        let groups = NemenyiTest.groups(meanRanks: [3.0, 1.0, 2.0, 5.0], criticalDifference: 1.5)
        #expect(groups == [[1, 2], [2, 0], [3]])
        #expect(NemenyiTest.groups(meanRanks: [2, 1, 3], criticalDifference: .infinity) == [[1, 0, 2]])
        #expect(NemenyiTest.groups(meanRanks: [1, 2], criticalDifference: 1) == [[0], [1]])
    }
}
