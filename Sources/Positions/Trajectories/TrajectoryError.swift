/// The reason why two trajectories cannot be compared.
public enum TrajectoryError: Error, Sendable, Hashable {
    /// No pose has a match. The times are those of the first and last pose in seconds, the estimate's with the offset.
    case noMatch(reference: ClosedRange<Double>, estimate: ClosedRange<Double>, maximumDifference: Double)
    /// The trajectories have no times and different numbers of poses, so that they cannot be matched by their order.
    case unequalCounts(reference: Int, estimate: Int)
    /// Only one trajectory has times.
    case timesOnOneSide(referenceHasTimes: Bool)
    /// The poses have no times, but `what` needs them.
    case timesNeeded(what: String)
    /// The trajectory has fewer than two poses, so that nothing can be interpolated.
    case tooFewToInterpolate
    /// The positions do not determine the alignment.
    case degenerate(PoseAlignment, count: Int)
    /// No two poses have the distance `delta`.
    case noPairs(PosePairing, count: Int)
    /// The offset between the clocks cannot be estimated, for this reason.
    case unknownClockOffset(reason: String)
    /// The rotation between the body frames cannot be fitted, for this reason.
    case unknownBodyRotation(reason: String)
}

extension TrajectoryError: CustomStringConvertible {
    /// The message in one line: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noMatch(let reference, let estimate, let limit):
            "no stamps within \(limit) s of each other: reference \(Self.text(reference)), estimate \(Self.text(estimate)); "
                + "check the clocks, or set --offset or a larger --max-difference"
        case .unequalCounts(let reference, let estimate):
            "\(reference) reference poses but \(estimate) estimated poses, without times; "
                + "trajectories without times need the same number of poses"
        case .timesOnOneSide(let referenceHasTimes):
            "only the \(referenceHasTimes ? "reference" : "estimate") has times; write both trajectories in one format"
        case .timesNeeded(let what):
            "the poses have no times, but \(what) needs them; use a format with times, or another option"
        case .tooFewToInterpolate:
            "cannot interpolate a trajectory with a single pose; use --match nearest"
        case .degenerate(let alignment, let count):
            "the positions of \(count) matched pose\(count == 1 ? "" : "s") do not determine the alignment "
                + "\(alignment.rawValue), which needs \(alignment.need); use --align \(alignment.simpler)"
        case .noPairs(let pairing, let count):
            "no two of \(count) matched poses are \(pairing.delta) \(pairing.unit.rawValue) apart; "
                + "use a smaller --delta or a larger --delta-tolerance"
        case .unknownClockOffset(let reason):
            "the clocks cannot be aligned: \(reason); set --offset"
        case .unknownBodyRotation(let reason):
            "the body frames cannot be fitted: \(reason); remove --fit-frames"
        }
    }

    private static func text(_ range: ClosedRange<Double>) -> String { "\(range.lowerBound) … \(range.upperBound) s" }
}
