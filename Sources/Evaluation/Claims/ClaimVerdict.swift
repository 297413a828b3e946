/// What measurements say of a claim.
public enum ClaimVerdict: String, Sendable, Hashable, CaseIterable {
    case holds
    case fails
    /// Holds under some of its conditions and fails under others.
    case depends
    /// The interval of the measurement covers both, or nothing at hand can decide.
    case undecided

    /// The verdict of measurements under several conditions.
    static func combined(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
        let kinds = Set(verdicts)
        if let only = kinds.first, kinds.count == 1 { return only }
        return kinds.contains(.holds) && kinds.contains(.fails) ? .depends : .undecided
    }
}
