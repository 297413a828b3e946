import Geodesy
public import SensorModel

/// Yandex.Maps' place and direction: poses of a tracked scene, tied to the Earth by fixes.
///
/// Both counted from the best estimate (``BestEstimate``), in a scene whose axes are corrected as fixes come
/// (``SceneAligner``).
public struct SceneLocator: Sendable {
    public struct Parameters: Sendable, Hashable {
        public var best = BestEstimate.Parameters()
        public var aligner = SceneAligner.Parameters()
        /// How often the timer runs, which chooses the best estimate anew and starts rounds whose time is over. The
        /// document names no interval; fixes come every second.
        public var reviewInterval: Seconds = 1
        /// A fix is left out where no pose is younger than this: the tracker has lost its way.
        public var longestPoseAge: Seconds = 0.5

        public init() {}
    }

    public let parameters: Parameters
    public private(set) var aligner: SceneAligner
    public private(set) var best: BestEstimate
    /// Fixes that made no estimate because there was no pose at their time.
    public private(set) var fixesWithoutPose = 0
    /// Fixes that made no estimate because they are no place or state no accuracy.
    public private(set) var unusableFixes = 0

    private var pose: (time: Seconds, value: Pose)?
    private var reviewed: Seconds?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        aligner = SceneAligner(parameters.aligner)
        best = BestEstimate(parameters.best)
    }

    /// Where the device is; nil before the first estimate, and where the best one is out of reach.
    public var point: GeographicPoint? { pose.flatMap { best.position(at: $0.value.position, turn: aligner.turn) } }

    /// Device → Earth (East, North, Up); nil before the first pose.
    public var orientation: UnitQuaternion? { pose.map { aligner.turn.orientation * $0.value.orientation } }

    /// A pose, device → scene with Y up; not older than what was taken before.
    ///
    /// - Returns: the round that the timer started.
    public mutating func take(_ pose: Pose, at time: Seconds) -> SceneRound? {
        guard pose.position.isFinite else { return nil }
        self.pose = (time, pose)
        guard time - (reviewed ?? -.infinity) >= parameters.reviewInterval else { return nil }
        reviewed = time
        let round = aligner.review(at: time)
        best.review(at: pose.position, turn: aligner.turn)
        return round
    }

    /// A fix, which belongs to the newest pose.
    ///
    /// - Returns: the round that it started.
    public mutating func take(_ fix: LocationFix, at time: Seconds) -> SceneRound? {
        guard let pose, time - pose.time <= parameters.longestPoseAge else {
            fixesWithoutPose += 1
            return nil
        }
        guard let estimate = LocationEstimate(fix, at: time, scenePosition: pose.value.position) else {
            unusableFixes += 1
            return nil
        }
        let round = aligner.take(estimate)
        best.take(estimate, turn: aligner.turn)
        return round
    }

    /// A round with what is left at the end.
    public mutating func finish() -> SceneRound? { aligner.finish() }
}
