/// What a filter or an estimator left out, and how often it started anew. Nothing is left out without being counted
/// here.
public struct SkipCounts: Sendable, Hashable {
    /// Samples with a NaN or an infinity in them: left out.
    public var nonFinite = 0
    /// Zero quaternions, and zero vectors where a direction is needed: left out.
    public var zero = 0
    /// Samples whose time is not later than that of the sample before: left out.
    public var notLater = 0
    /// Measurements from which no orientation follows (gravity parallel to the magnetic field): left out.
    public var undetermined = 0
    /// Gaps longer than the filter's `maximumGap`: the filter started anew at the sample behind the gap, which is used.
    public var restarts = 0

    public init() {}

    /// How many samples were left out, for any reason.
    public var leftOut: Int { nonFinite + zero + notLater + undetermined }

    public static func += (left: inout SkipCounts, right: SkipCounts) {
        left.nonFinite += right.nonFinite
        left.zero += right.zero
        left.notLater += right.notLater
        left.undetermined += right.undetermined
        left.restarts += right.restarts
    }
}
