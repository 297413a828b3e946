import Testing

@testable import Evaluation
@testable import Statistics

@Suite struct HolmProcedureTests {
    private static func findings(_ pValues: [Double], smallest: [Double]? = nil) -> [HolmProcedure.Finding] {
        let tests = pValues.enumerated().map { index, p in
            HolmProcedure.Test(pValue: p, smallestPValue: smallest?[index] ?? 0)
        }
        return HolmProcedure(tests, level: 0.05).findings
    }

    @Test func `Each p-value is compared with the level divided by the number of remaining tests`() {
        // The limits are 0.0125, 0.0167, 0.025, 0.05. 0.005 and 0.01 are significant, 0.03 is not, and then 0.04 cannot
        // be.
        #expect(Self.findings([0.01, 0.04, 0.03, 0.005]) == [.found, .notFound, .notFound, .found])
        #expect(Self.findings([0.05]) == [.found])
        #expect(Self.findings([0.06, 0.02]) == [.notFound, .found])
        #expect(Self.findings([]).isEmpty)
    }

    @Test func `Tests that cannot be significant take no share of the error`() {
        // Two of the three could reach 0.05/2; the third could not even reach 0.05.
        let findings = Self.findings([0.02, 0.03, 0.5], smallest: [0.01, 0.01, 0.5])
        #expect(findings == [.found, .found, .cannotTell])
    }

    @Test func `A test that could be significant alone cannot be significant together with others`() {
        // Of three tests with a smallest p-value of 1/32 none reaches 0.05/3, but a single one reaches 0.05.
        let best = 1.0 / 32
        let three = [best, best, best]
        #expect(Self.findings(three, smallest: three) == [.cannotTell, .cannotTell, .cannotTell])
        #expect(Self.findings([best], smallest: [best]) == [.found])
    }

    @Test func `The divisor is the least K for which at most K tests reach level over K`() {
        // K = 1: both reach 0.05, more than one. K = 2: 0.03 exceeds 0.025, so one test remains, with the limit 0.05/2.
        let procedure = HolmProcedure(
            [
                HolmProcedure.Test(pValue: 0.04, smallestPValue: 0.02),
                HolmProcedure.Test(pValue: 0.03, smallestPValue: 0.03),
            ],
            level: 0.05
        )
        #expect(procedure.limit == 0.025)
        // The remaining test has the whole level.
        #expect(procedure.findings == [.found, .cannotTell])
    }
}
