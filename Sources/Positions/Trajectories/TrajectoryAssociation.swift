public import Recordings
public import SensorModel

/// The matched poses of a reference and an estimated trajectory, and the number of poses without a match.
public struct TrajectoryAssociation: Sendable {
    /// The matched poses of the reference in the reference's frame, with positions in metres. Each pose matches the
    /// pose with the same index in ``estimate``.
    public let reference: [Pose]
    /// The matched poses of the estimate in the estimate's frame, with positions in metres.
    public let estimate: [Pose]
    /// The times of the estimate's matched poses in seconds, or `nil` if poses are matched by their order.
    public let times: [Seconds]?
    /// The number of the reference's poses without a match.
    public let referenceLeftOut: Int
    /// The number of the estimate's poses without a match.
    public let estimateLeftOut: Int
    /// The number of matches that use the same pose of the denser trajectory as the previous match.
    public let repeated: Int

    /// The number of matches.
    public var count: Int { reference.count }
}

extension TrajectoryAssociation {
    /// Matches the poses of two trajectories by time. Each pose of the trajectory with fewer poses is matched with the
    /// nearest pose of the other trajectory.
    ///
    /// If two poses are equally near, the earlier one is used. If both trajectories have the same number of poses, each
    /// pose of the estimate is matched with the nearest pose of the reference. Trajectories without times are matched
    /// by their order. O(n + m).
    ///
    /// - Throws: ``TrajectoryError`` if no poses match, or if the trajectories cannot be matched.
    public init(
        reference: Trajectory,
        estimate: Trajectory,
        matching: TrajectoryMatching
    ) throws(TrajectoryError) {
        guard let referenceTimes = reference.times, let estimateTimes = estimate.times else {
            try self.init(inOrder: reference, estimate)
            return
        }
        let startsFromReference = estimate.count > reference.count
        let (sparse, dense) =
            startsFromReference ? (referenceTimes, estimateTimes) : (estimateTimes, referenceTimes)
        let shift = startsFromReference ? matching.offset : -matching.offset
        let pairs = StampPairs(sparse: sparse, dense: dense, shift: shift, limit: matching.limit)
        guard pairs.count > 0 else { throw Self.noMatch(referenceTimes, estimateTimes, matching) }
        let sparsePoses = pairs.select(startsFromReference ? reference.poses : estimate.poses, pairs.sparse)
        let sparseTimes = pairs.select(sparse, pairs.sparse)
        let densePoses = startsFromReference ? estimate.poses : reference.poses
        let partners: [Pose]
        let partnerTimes: [Seconds]
        if matching.method == .interpolated {
            guard dense.count > 1 else { throw .tooFewToInterpolate }
            partnerTimes = sparseTimes.map { $0 - shift }
            partners = Self.poses(densePoses, dense, at: partnerTimes)
        } else {
            partners = pairs.select(densePoses, pairs.dense)
            partnerTimes = pairs.select(dense, pairs.dense)
        }
        let sparseLeftOut = sparse.count - pairs.count
        let denseLeftOut = dense.count - (pairs.count - pairs.repeated)
        self.init(
            reference: startsFromReference ? sparsePoses : partners,
            estimate: startsFromReference ? partners : sparsePoses,
            times: startsFromReference ? partnerTimes : sparseTimes,
            referenceLeftOut: startsFromReference ? sparseLeftOut : denseLeftOut,
            estimateLeftOut: startsFromReference ? denseLeftOut : sparseLeftOut,
            repeated: pairs.repeated
        )
    }

    private init(inOrder reference: Trajectory, _ estimate: Trajectory) throws(TrajectoryError) {
        guard reference.times == nil, estimate.times == nil else {
            throw .timesOnOneSide(referenceHasTimes: reference.times != nil)
        }
        guard reference.count == estimate.count else {
            throw .unequalCounts(reference: reference.count, estimate: estimate.count)
        }
        self.init(
            reference: reference.poses,
            estimate: estimate.poses,
            times: nil,
            referenceLeftOut: 0,
            estimateLeftOut: 0,
            repeated: 0
        )
    }

    private static func noMatch(
        _ reference: [Seconds],
        _ estimate: [Seconds],
        _ matching: TrajectoryMatching
    ) -> TrajectoryError {
        guard let first = reference.first, let last = reference.last, !estimate.isEmpty else {
            return .unequalCounts(reference: reference.count, estimate: estimate.count)
        }
        let start = (estimate.first ?? 0) + matching.offset
        let end = (estimate.last ?? 0) + matching.offset
        return .noMatch(reference: first...last, estimate: start...end, maximumDifference: matching.limit)
    }

    /// Returns the poses at the times `moments`, with positions interpolated linearly and orientations by slerp.
    ///
    /// Times before the first sample get the first pose, and times after the last sample get the last pose. `moments`
    /// must not decrease. At least two samples are required. O(n + m).
    private static func poses(_ poses: [Pose], _ times: [Seconds], at moments: [Seconds]) -> [Pose] {
        var upper = 1
        return moments.map { moment in
            while upper < times.count - 1, times[upper] < moment { upper += 1 }
            let span = times[upper] - times[upper - 1]
            let fraction = span > 0 ? min(max((moment - times[upper - 1]) / span, 0), 1) : 0
            let (from, to) = (poses[upper - 1], poses[upper])
            return Pose(
                position: from.position + (to.position - from.position) * fraction,
                orientation: from.orientation.slerp(to: to.orientation, fraction: fraction)
            )
        }
    }
}

/// The rule that matches the poses of two trajectories.
public struct TrajectoryMatching: Sendable, Hashable {
    /// The method by which a pose is matched with a pose of the other trajectory.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The nearest pose in time within ``maximumDifference``. Several poses may have the same match.
        case nearest
        /// Only a pose with an equal timestamp.
        case exact
        /// A pose of the other trajectory, interpolated at the time of the pose to match: positions linearly,
        /// orientations by slerp. The other trajectory must contain a pose within ``maximumDifference`` of this time.
        case interpolated
    }

    /// The method by which poses are matched.
    public var method: Method
    /// The maximum difference between matched timestamps in seconds, ignored for ``Method/exact``.
    public var maximumDifference: Double
    /// The offset in seconds that is added to the estimate's timestamps.
    public var offset: Double

    /// Creates a matching rule. The default limit of 0.01 s equals the default of the TUM RGB-D benchmark's tools.
    public init(method: Method = .nearest, maximumDifference: Double = 0.01, offset: Double = 0) {
        self.method = method
        self.maximumDifference = maximumDifference
        self.offset = offset
    }

    /// The maximum difference between matched timestamps that the method accepts, in seconds.
    var limit: Double { method == .exact ? 0 : maximumDifference }
}

/// The matches between the timestamps of a sparse and of a dense sequence.
///
/// Each sparse timestamp is matched with the nearest dense timestamp within a limit.
struct StampPairs {
    /// The indices of the matched timestamps in the sparse sequence, ascending.
    private(set) var sparse: [Int] = []
    /// The indices of the matched timestamps in the dense sequence, one for each element of ``sparse``, not descending.
    private(set) var dense: [Int] = []
    /// The number of matches that use the same dense timestamp as the previous match.
    private(set) var repeated = 0

    var count: Int { sparse.count }

    /// Matches two sequences of timestamps that do not decrease. `shift` is added to the dense timestamps. O(n + m).
    init(sparse stamps: [Seconds], dense others: [Seconds], shift: Seconds, limit: Seconds) {
        sparse.reserveCapacity(stamps.count)
        dense.reserveCapacity(stamps.count)
        guard let first = others.first, let last = others.last else { return }
        let span = first + shift - limit...last + shift + limit
        var later = 0
        for (index, stamp) in stamps.enumerated() {
            guard span.contains(stamp) else { continue }
            while later < others.count, others[later] + shift <= stamp { later += 1 }
            guard let nearest = Self.nearest(to: stamp, later, others, shift, limit) else { continue }
            if nearest == dense.last { repeated += 1 }
            sparse.append(index)
            dense.append(nearest)
        }
    }

    /// Returns the index of the timestamp in `others` that is nearest to `stamp` after `shift` is added. Returns `nil`
    /// if the nearest timestamp is more than `limit` away.
    ///
    /// `later` is the index of the first timestamp after `stamp`. If two timestamps are equally near, the earlier one
    /// is used.
    private static func nearest(
        to stamp: Seconds,
        _ later: Int,
        _ others: [Seconds],
        _ shift: Seconds,
        _ limit: Seconds
    ) -> Int? {
        // If no timestamp is later, the last two timestamps are compared.
        let upper = min(later, others.count - 1)
        let above = others[upper] + shift - stamp
        let below = upper > 0 ? stamp - (others[upper - 1] + shift) : .infinity
        if above <= limit, above < below { return upper }
        return below <= limit && below <= above ? upper - 1 : nil
    }

    /// Returns the elements at the given indices. The array is not copied if the indices include all elements.
    func select<Element>(_ elements: [Element], _ indices: [Int]) -> [Element] {
        let isWhole = indices.count == elements.count && zip(indices, indices.indices).allSatisfy { $0 == $1 }
        return isWhole ? elements : indices.map { elements[$0] }
    }
}
