import Testing

@testable import Evaluation

@Suite struct HolmProcedureTests {
    private static func findings(_ pValues: [Double], smallest: [Double]? = nil) -> [HolmProcedure.Finding] {
        let tests = pValues.enumerated().map { index, p in
            HolmProcedure.Test(pValue: p, smallestPValue: smallest?[index] ?? 0)
        }
        return HolmProcedure(tests, level: 0.05).findings
    }

    @Test func `Each p-value is held against the level shared by those that are left`() {
        // Limits 0.0125, 0.0167, 0.025, 0.05: 0.005 and 0.01 fall, 0.03 does not, and 0.04 no longer can.
        #expect(Self.findings([0.01, 0.04, 0.03, 0.005]) == [.found, .notFound, .notFound, .found])
        #expect(Self.findings([0.05]) == [.found])
        #expect(Self.findings([0.06, 0.02]) == [.notFound, .found])
        #expect(Self.findings([]).isEmpty)
    }

    @Test func `Tests that can find nothing share no error, and say so`() {
        // Two of the three could reach 0.05/2; the third not even 0.05.
        let findings = Self.findings([0.02, 0.03, 0.5], smallest: [0.01, 0.01, 0.5])
        #expect(findings == [.found, .found, .cannotTell])
    }

    @Test func `A test that could only find something by itself cannot tell among others`() {
        // Of three tests with 1/32 at best none reaches 0.05/3, but one alone does.
        let best = 1.0 / 32
        let three = [best, best, best]
        #expect(Self.findings(three, smallest: three) == [.cannotTell, .cannotTell, .cannotTell])
        #expect(Self.findings([best], smallest: [best]) == [.found])
    }

    @Test func `The divisor is the least that at most so many tests reach`() {
        // K = 1: both reach 0.05, more than one. K = 2: 0.03 misses 0.025, so one is left, with 0.05/2 to reach.
        let procedure = HolmProcedure(
            [
                HolmProcedure.Test(pValue: 0.04, smallestPValue: 0.02),
                HolmProcedure.Test(pValue: 0.03, smallestPValue: 0.03),
            ],
            level: 0.05
        )
        #expect(procedure.limit == 0.025)
        // The one that is left has the whole level for itself.
        #expect(procedure.findings == [.found, .cannotTell])
    }
}
