import Study
import Testing

struct ClaimRangeTests {
    @Test(arguments: [
        (1.0, 2.0, ClaimRange.Cover.all), (0.5, 2, .all), (2.5, 3, .none), (-1, 0.4, .none), (0.4, 0.6, .some),
        (0, 3, .some), (1.9, 2.1, .some),
    ])
    func `A range covers an interval completely, partly or not at all`(
        first: Double,
        last: Double,
        cover: ClaimRange.Cover
    ) {
        #expect(ClaimRange(lower: 0.5, upper: 2).cover(first, last) == cover)
    }

    @Test func `A missing bound is no limit`() {
        #expect(ClaimRange(lower: 1, upper: nil).cover(1, 1e300) == .all)
        #expect(ClaimRange(lower: nil, upper: 1).cover(-1e300, 1) == .all)
        #expect(ClaimRange(lower: nil, upper: 1).cover(1.5, 2) == .none)
    }

    @Test func `Equal verdicts are the claim's; contradicting verdicts depend on the condition`() {
        #expect(ClaimVerdict.combined([.holds, .holds]) == .holds)
        #expect(ClaimVerdict.combined([.fails]) == .fails)
        #expect(ClaimVerdict.combined([.holds, .fails]) == .depends)
        #expect(ClaimVerdict.combined([.holds, .undecided]) == .undecided)
        #expect(ClaimVerdict.combined([.holds, .undecided, .fails]) == .depends)
    }
}
