import Geodesy
public import SensorModel

/// Position and orientation from poses of a tracked scene and fixes, as in Yandex.Maps.
///
/// Positions are relative to the best estimate (``BestEstimate``), in a scene whose axes are corrected by fixes
/// (``SceneAligner``).
///
/// ```swift
/// var locator = SceneLocator()
/// _ = locator.process(pose, at: 0.0)
/// _ = locator.process(fix, at: 0.1)
/// let (point, orientation) = (locator.point, locator.orientation)
/// ```
public struct SceneLocator: Sendable {
    /// The parameters of the locator.
    public struct Parameters: Sendable, Hashable {
        /// The parameters of the selection of the best estimate.
        public var best = BestEstimate.Parameters()
        /// The parameters of the correction of axes.
        public var aligner = SceneAligner.Parameters()
        /// The interval of the timer in seconds, which selects the best estimate and starts rounds by time. The
        /// document has no number; fixes arrive every second.
        public var reviewInterval: Seconds = 1
        /// The largest age of a pose in seconds at the time of a fix. Without one the tracker is lost, and the fix is
        /// skipped.
        public var longestPoseAge: Seconds = 0.5

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters.
    public let parameters: Parameters
    /// The state of the correction of axes.
    public private(set) var aligner: SceneAligner
    /// The state of the selection of the best estimate.
    public private(set) var best: BestEstimate
    /// The number of fixes without a pose at their time.
    public private(set) var fixesWithoutPose = 0
    /// The number of fixes with an invalid location or without accuracy.
    public private(set) var unusableFixes = 0

    private var pose: (time: Seconds, value: Pose)?
    private var reviewed: Seconds?

    /// Creates a locator without poses and fixes.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        aligner = SceneAligner(parameters.aligner)
        best = BestEstimate(parameters.best)
    }

    /// The position of the device; nil before the first estimate, and if the best one is out of reach.
    public var point: GeographicPoint? { pose.flatMap { best.position(at: $0.value.position, turn: aligner.turn) } }

    /// Device → Earth (East, North, Up); nil before the first pose.
    public var orientation: UnitQuaternion? { pose.map { aligner.turn.orientation * $0.value.orientation } }

    /// Processes a pose, device → scene with Y up. Poses and fixes must be in the order of time.
    ///
    /// - Returns: the round that the timer started; nil for none.
    public mutating func process(_ pose: Pose, at time: Seconds) -> SceneRound? {
        guard pose.position.isFinite else { return nil }
        self.pose = (time, pose)
        guard time - (reviewed ?? -.infinity) >= parameters.reviewInterval else { return nil }
        reviewed = time
        let round = aligner.review(at: time)
        best.review(at: pose.position, turn: aligner.turn)
        return round
    }

    /// Processes a fix, which is combined with the latest pose.
    ///
    /// - Returns: the round that it started; nil for none.
    public mutating func process(_ fix: LocationFix, at time: Seconds) -> SceneRound? {
        guard let pose, time - pose.time <= parameters.longestPoseAge else {
            fixesWithoutPose += 1
            return nil
        }
        guard let estimate = LocationEstimate(fix, at: time, scenePosition: pose.value.position) else {
            unusableFixes += 1
            return nil
        }
        let round = aligner.add(estimate)
        best.add(estimate, turn: aligner.turn)
        return round
    }

    /// Runs a round with the remaining estimates at the end; nil without new estimates.
    public mutating func finish() -> SceneRound? { aligner.finish() }
}
