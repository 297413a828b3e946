public import Evaluation
public import Recordings
public import SensorModel

/// The position errors of a motion tracker, such as ARKit, in a recording with reference positions.
///
/// Only positions are compared, so the reference needs no usable orientations. The vertical axis of the reference is
/// determined as in `SceneYaw`.
public struct TrackerEvaluation: Sendable {
    /// The length of the windows in which the tracker's heading is fitted, in seconds.
    public static let window: Seconds = 60
    /// The path length over which the relative error is measured, in metres.
    public static let relativePath = 10.0
    /// The interval, in seconds, between the positions from which the path length is computed. The path length is the
    /// sum of the distances between successive positions. At shorter intervals, noise would accumulate.
    private static let pathStep: Seconds = 1

    /// The reason why a recording has no tracker errors.
    public static let reasonWithout = "no poses, or no reference positions"

    /// The duration of the overlap between poses and reference positions, in seconds.
    public let duration: Seconds
    /// The length of the reference's path in metres, measured in steps of one second.
    public let path: Metres
    /// The absolute position errors after alignment of rotation and translation, in metres.
    public let absolute: TrajectoryFigures
    /// The absolute position errors after alignment of rotation, translation and scale, in metres.
    public let scaled: TrajectoryFigures
    /// The errors of the distances between pairs of positions, in metres. The path between the two positions of a pair
    /// has the length ``relativePath``.
    public let relative: TrajectoryFigures
    /// The heading of the tracker's axes in each window, relative to the first window.
    public let headings: [Angle]

    /// The scale factor by which the tracker's positions fit the reference positions best.
    public var scale: Double { scaled.transform.scale }

    /// The RMS change of the heading of the tracker's axes from one minute to the next; `nil` for fewer than two
    /// headings.
    public var yawDriftPerMinute: Angle? {
        let changes = zip(headings, headings.dropFirst()).map { ($1 - $0).wrapped.radians }
        return changes.rootMeanSquare.map { Angle(radians: $0) }
    }

    /// Compares the poses of a recording with its reference, or returns `nil` without poses or reference positions.
    ///
    /// - Throws: ``TrajectoryError`` if poses and reference have no common time, or if the positions do not determine
    ///   the alignment.
    public init?(_ recording: Recording) throws(TrajectoryError) {
        guard let poses = recording.pose, let truth = recording.reference.flatMap(PositionTrack.init) else {
            return nil
        }
        let isEarth = recording.simulation != nil
        guard let plane = SceneYaw.fit(of: PositionTrack(poses), to: truth, isEarth: isEarth)?.map else { return nil }
        let known = zip(poses.times, poses.values).map { (time: $0, pose: $1) }
        let positions = truth.positions(at: poses.times, longestGap: EvaluationOptions.longestReferenceGap)
        let both = zip(known, positions).compactMap { own, position in position.map { (own.time, own.pose, $0) } }
        let times = both.map(\.0)
        let estimate = Trajectory(
            times: times,
            poses: both.map { Pose(position: $0.1.position, orientation: .identity) }
        )
        let reference = Trajectory(times: times, poses: both.map { Pose(position: $0.2, orientation: .identity) })
        let pairing = PosePairing(delta: Self.relativePath, unit: .metres, usesAllPairs: true)
        let compare = { (metric: TrajectoryMetric, part: PosePart, alignment: PoseAlignment) throws(TrajectoryError) in
            TrajectoryFigures(
                try TrajectoryComparison(
                    metric,
                    of: part,
                    reference: reference,
                    estimate: estimate,
                    matching: TrajectoryMatching(method: .exact),
                    alignment: alignment
                )
            )
        }
        absolute = try compare(.absolute, .translation, .se3)
        scaled = try compare(.absolute, .translation, .sim3)
        relative = try compare(.relative(pairing), .distance, .none)
        duration = reference.duration ?? 0
        path = Self.length(times, reference.poses.map(\.position))
        headings = Self.headings(times, estimate.poses.map(\.position), reference.poses.map(\.position), plane)
    }

    private static func length(_ times: [Seconds], _ positions: [Vector3]) -> Metres {
        var (sum, last) = (0.0, 0)
        for index in times.indices where times[index] - times[last] >= pathStep {
            sum += (positions[index] - positions[last]).length
            last = index
        }
        return sum
    }

    private static func headings(
        _ times: [Seconds],
        _ estimate: [Vector3],
        _ reference: [Vector3],
        _ plane: SceneYaw.Map
    ) -> [Angle] {
        var (start, turns): (Int, [Angle]) = (0, [])
        for index in times.indices where times[index] - times[start] >= window {
            let fit = HorizontalFit(
                from: estimate[start..<index].map(SceneYaw.map),
                to: reference[start..<index].map(plane)
            )
            if let fit { turns.append(fit.turn) }
            start = index
        }
        return turns.map { ($0 - turns[0]).wrapped }
    }
}

/// The summary of a comparison of two trajectories, without the errors of single poses.
public struct TrajectoryFigures: Sendable, Hashable {
    /// The statistics of the signed errors along or about one axis.
    public struct Axis: Sendable, Hashable {
        /// The axis along or about which the errors are measured.
        public let axis: PoseAxis
        /// The statistics of the errors, in the unit of the axis.
        public let statistics: ErrorStatistics
    }

    /// The kind of error: absolute or relative pose error.
    public let metric: TrajectoryMetric
    /// The measured part of the pose error, such as the translation.
    public let part: PosePart
    /// The rule that matched the poses, including the applied time offset.
    public let matching: TrajectoryMatching
    /// A Boolean value that indicates whether the poses were matched by their order, because the files have no times.
    public let isMatchedByOrder: Bool
    /// The number of pairs of matched poses.
    public let matched: Int
    /// The number of the reference's poses without a match.
    public let referenceLeftOut: Int
    /// The number of the estimate's poses without a match.
    public let estimateLeftOut: Int
    /// The number of matches that use the same pose of the denser trajectory as the previous match.
    public let repeated: Int
    /// The rule by which the estimate was aligned with the reference.
    public let alignment: PoseAlignment
    /// The transform that the alignment applied to the estimate.
    public let transform: SimilarityTransform
    /// The correction that was applied to the estimate before the comparison, or `nil` without a correction.
    public let correction: TrajectoryCorrection?
    /// The statistics of the errors, in the unit of ``part``.
    public let statistics: ErrorStatistics
    /// The statistics of the signed errors for each axis; empty unless requested.
    public let axes: [Axis]

    /// Creates the summary of a comparison.
    ///
    /// - Parameters:
    ///   - comparison: the comparison of two trajectories.
    ///   - correction: the correction that was applied to the estimate before the comparison, or `nil` without a
    ///     correction.
    public init(_ comparison: TrajectoryComparison, correction: TrajectoryCorrection? = nil) {
        metric = comparison.metric
        part = comparison.part
        matching = comparison.matching
        isMatchedByOrder = comparison.association.times == nil
        matched = comparison.association.count
        referenceLeftOut = comparison.association.referenceLeftOut
        estimateLeftOut = comparison.association.estimateLeftOut
        repeated = comparison.association.repeated
        alignment = comparison.alignment
        transform = comparison.transform
        self.correction = correction
        statistics = comparison.statistics
        axes = comparison.axes.map { Axis(axis: $0.axis, statistics: $0.statistics) }
    }
}
