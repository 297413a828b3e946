public import Recordings
public import SensorModel

/// Poses of a reference and of an estimate that belong together, and how many did not.
public struct TrajectoryAssociation: Sendable {
    /// As many as ``estimate``; metres, each in its own frame.
    public let reference: [Pose]
    public let estimate: [Pose]
    /// The estimate's own stamps, seconds; nil where poses are matched by their order.
    public let times: [Seconds]?
    /// Poses of the reference that take part in no pair.
    public let referenceLeftOut: Int
    /// Poses of the estimate that take part in no pair.
    public let estimateLeftOut: Int
    /// Pairs whose pose of the denser trajectory is that of the pair before, too.
    public let repeated: Int

    public var count: Int { reference.count }
}

extension TrajectoryAssociation {
    /// Starts from the trajectory with fewer poses, the estimate where both have as many, and finds for each of its
    /// poses the one of the other with the nearest stamp, the earlier of two that are equally near.
    ///
    /// Trajectories without times are matched by their order. O(n + m).
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
            partners = PoseInterpolation.poses(densePoses, dense, at: partnerTimes)
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
}

/// Which poses of two trajectories belong together.
public struct TrajectoryMatching: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The pose with the nearest stamp, if that is near enough. Several may share one.
        case nearest
        /// Equal stamps only.
        case exact
        /// As ``nearest``, but the pose is interpolated to the other's stamp: linearly, and by slerp.
        case interpolated
    }

    public var method: Method
    /// Seconds that two stamps may be apart; `exact` takes no notice of it.
    public var maximumDifference: Double
    /// Seconds added to the estimate's stamps.
    public var offset: Double

    /// The limit of 0.01 s is that of the TUM RGB-D benchmark's tools.
    public init(method: Method = .nearest, maximumDifference: Double = 0.01, offset: Double = 0) {
        self.method = method
        self.maximumDifference = maximumDifference
        self.offset = offset
    }

    var limit: Double { method == .exact ? 0 : maximumDifference }
}

/// Poses between the samples of a trajectory.
enum PoseInterpolation {
    /// Positions linear, orientations by slerp; before the first and behind the last sample those. `moments` do not
    /// run backward; at least two samples. O(n + m).
    static func poses(_ poses: [Pose], _ times: [Seconds], at moments: [Seconds]) -> [Pose] {
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
