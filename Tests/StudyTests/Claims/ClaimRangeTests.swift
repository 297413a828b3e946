import Study
import Testing

struct ClaimRangeTests {
    @Test(arguments: [
        (1.0, 2.0, ClaimVerdict.holds), (0.5, 2, .holds), (2.5, 3, .fails), (-1, 0.4, .fails), (0.4, 0.6, .undecided),
        (0, 3, .undecided), (1.9, 2.1, .undecided),
    ])
    func `A claim holds for an interval inside the range, fails outside, and is undecided across a bound`(
        first: Double,
        last: Double,
        verdict: ClaimVerdict
    ) {
        #expect(ClaimRange(lower: 0.5, upper: 2).verdict(first, last) == verdict)
    }

    @Test func `A missing bound is no limit`() {
        #expect(ClaimRange(lower: 1, upper: nil).verdict(1, 1e300) == .holds)
        #expect(ClaimRange(lower: nil, upper: 1).verdict(-1e300, 1) == .holds)
        #expect(ClaimRange(lower: nil, upper: 1).verdict(1.5, 2) == .fails)
    }

    @Test func `Equal verdicts are the claim's; contradicting verdicts depend on the condition`() {
        #expect(ClaimVerdict.combined([.holds, .holds]) == .holds)
        #expect(ClaimVerdict.combined([.fails]) == .fails)
        #expect(ClaimVerdict.combined([.holds, .fails]) == .depends)
        #expect(ClaimVerdict.combined([.holds, .undecided]) == .undecided)
        #expect(ClaimVerdict.combined([.holds, .undecided, .fails]) == .depends)
    }
}
