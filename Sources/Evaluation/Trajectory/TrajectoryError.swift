/// Why two trajectories cannot be held against each other.
public enum TrajectoryError: Error, Sendable, Hashable {
    /// No pose of the one has a partner in the other. The times are those of first and last pose, seconds; the offset
    /// is in the estimate's already.
    case noMatch(reference: ClosedRange<Double>, estimate: ClosedRange<Double>, maximumDifference: Double)
    /// Without times poses are matched by their order, which needs as many on both sides.
    case unequalCounts(reference: Int, estimate: Int)
    /// One trajectory has times, the other has not.
    case timesOnOneSide(referenceHasTimes: Bool)
    /// What was asked for needs times: `what` says it in words.
    case timesNeeded(what: String)
    /// Between less than two poses nothing can be interpolated.
    case tooFewToInterpolate
    /// The positions do not determine the alignment.
    case degenerate(PoseAlignment, count: Int)
    /// No two poses are `delta` apart.
    case noPairs(PosePairing, count: Int)
}

extension TrajectoryError: CustomStringConvertible {
    /// One line: what was found, what was expected, what to do.
    public var description: String {
        switch self {
        case .noMatch(let reference, let estimate, let limit):
            "found no stamps within \(limit) s of each other (reference \(Self.words(reference)), estimate "
                + "\(Self.words(estimate))), expected trajectories that overlap in time; check the clocks, or give --offset "
                + "or a larger --max-difference"
        case .unequalCounts(let reference, let estimate):
            "found \(reference) reference and \(estimate) estimated poses without times, expected as many of both; "
                + "poses without times are matched by their order"
        case .timesOnOneSide(let referenceHasTimes):
            "found times in the \(referenceHasTimes ? "reference" : "estimate") only, expected them in both or neither; "
                + "write both in one format"
        case .timesNeeded(let what):
            "found poses without times, expected times for \(what); use a format with times, or leave it out"
        case .tooFewToInterpolate:
            "found a single pose, expected at least two to interpolate between; use --match nearest"
        case .degenerate(let alignment, let count):
            "found \(count) matched pose\(count == 1 ? "" : "s") whose positions do not determine the alignment "
                + "\(alignment.rawValue), expected \(alignment.need); use --align \(alignment.simpler)"
        case .noPairs(let pairing, let count):
            "found no two of \(count) matched poses with a distance of \(pairing.delta) \(pairing.unit.rawValue), "
                + "expected at least one pair; give a smaller --delta or a larger --delta-tolerance"
        }
    }

    private static func words(_ range: ClosedRange<Double>) -> String { "\(range.lowerBound) … \(range.upperBound) s" }
}
