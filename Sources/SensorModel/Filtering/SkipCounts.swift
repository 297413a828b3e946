/// Counts of the samples that a filter or an estimator skipped, and of its restarts.
///
/// Every skipped sample is counted in exactly one property.
public struct SkipCounts: Sendable, Hashable {
    /// Skipped samples that contain NaN or infinity.
    public var nonFinite = 0
    /// Skipped zero quaternions, and zero vectors where a direction is needed.
    public var zero = 0
    /// Skipped samples whose time is not later than that of the previous sample.
    public var notLater = 0
    /// Skipped measurements that determine no orientation, because gravity is parallel to the magnetic field.
    public var undetermined = 0
    /// Restarts after a gap longer than the filter's `maximumGap`. The first sample after the gap is used, not skipped.
    public var restarts = 0

    /// Counts of zero.
    public init() {}

    /// The number of skipped samples, for any reason. Restarts do not count.
    public var leftOut: Int { nonFinite + zero + notLater + undetermined }

    /// Adds each count of the right operand to that of the left.
    public static func += (left: inout SkipCounts, right: SkipCounts) {
        left.nonFinite += right.nonFinite
        left.zero += right.zero
        left.notLater += right.notLater
        left.undetermined += right.undetermined
        left.restarts += right.restarts
    }
}
