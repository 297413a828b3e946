import Geodesy
public import SensorModel

/// Computes position and orientation from fixes and from poses of a tracked scene, as Yandex.Maps does.
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
        /// document states no number; fixes arrive every second.
        public var reviewInterval: Seconds = 1
        /// The largest age of a pose in seconds at the time of a fix. Without such a pose, tracking is considered lost
        /// and the fix is skipped.
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

    /// The position of the device; `nil` before the first estimate, and if no estimate is within reach.
    public var point: GeographicPoint? { pose.flatMap { best.position(at: $0.value.position, turn: aligner.turn) } }

    /// Device → Earth (East, North, Up); `nil` before the first pose.
    public var orientation: UnitQuaternion? { pose.map { aligner.turn.orientation * $0.value.orientation } }

    /// Processes a pose, device → scene with Y up. Poses and fixes must be in the order of time.
    ///
    /// - Returns: The round that the timer started; `nil` if no round was due.
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
    /// - Returns: The round that the fix started; `nil` if no round was due.
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

    /// Runs the last round with the remaining estimates. Returns `nil` without new estimates.
    public mutating func finish() -> SceneRound? { aligner.finish() }
}

/// Selects the estimate from which positions are computed: the most accurate estimate nearby, or the newest of equally
/// accurate ones.
///
/// Yandex 2017, section "Determining the position of an object on the stage": tracking is more accurate than fixes over
/// short distances, but drifts over long ones. The current position is therefore the fix of the best estimate plus the
/// offset in the scene since then. Only estimates within 100 m of the current position are considered. The selection
/// runs at every fix and on a timer. It takes O(n) time for n stored estimates.
///
/// ```swift
/// var best = BestEstimate()
/// best.add(estimate, turn: .none)
/// let position = best.position(at: pose.position, turn: .none)
/// ```
public struct BestEstimate: Sendable {
    /// The range and the number of estimates.
    public struct Parameters: Sendable, Hashable {
        /// The largest distance of an estimate from the current position in metres. The document uses 100 m.
        public var reach: Metres
        /// The number of stored estimates; the oldest is discarded. The document states no limit.
        public var capacity: Int
        /// The conversion between geographic offsets and metres.
        public var plane: ScenePlane

        /// Creates parameters.
        public init(reach: Metres = 100, capacity: Int = 1000, plane: ScenePlane = ScenePlane()) {
            precondition(reach >= 0, "the reach must not be negative")
            precondition(capacity > 0, "the capacity must be at least 1")
            self.reach = reach
            self.capacity = capacity
            self.plane = plane
        }
    }

    /// The parameters.
    public let parameters: Parameters
    /// The selected estimate; `nil` before the first fix, and if no estimate is within reach.
    public private(set) var current: LocationEstimate?
    private var estimates: [LocationEstimate] = []

    /// Creates a selection without estimates.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Adds an estimate and selects the best one. Without a known position, the estimate's own position is used.
    public mutating func add(_ estimate: LocationEstimate, turn: SceneTurn) {
        if estimates.count == parameters.capacity { estimates.removeFirst() }
        estimates.append(estimate)
        choose(near: position(at: estimate.scenePosition, turn: turn) ?? estimate.point)
    }

    /// Selects the best estimate on a timer, because the user may have moved without a new fix.
    public mutating func review(at scenePosition: Vector3, turn: SceneTurn) {
        guard let place = position(at: scenePosition, turn: turn) else { return }
        choose(near: place)
    }

    /// Converts a position in the scene to a geographic position; `nil` without a best estimate, and beyond a pole.
    public func position(at scenePosition: Vector3, turn: SceneTurn) -> GeographicPoint? {
        guard let current else { return nil }
        let offset = turn.rotate(scenePosition - current.scenePosition)
        return parameters.plane.point(from: current.point, offset: offset)
    }

    private mutating func choose(near place: GeographicPoint) {
        var best: LocationEstimate?
        for estimate in estimates
        where parameters.plane.offset(from: place, to: estimate.point).length <= parameters.reach {
            if best.map(estimate.isBetter) ?? true { best = estimate }
        }
        current = best
    }
}

/// A rotation of a scene about its vertical axis Y, after which X points east and Z south.
public struct SceneTurn: Sendable, Hashable {
    /// The angle to add to bearings in the scene: clockwise seen from above, −180° to 180°.
    public let clockwise: Angle

    /// No rotation.
    public static let none = SceneTurn(clockwise: .zero)

    /// Creates a rotation.
    public init(clockwise: Angle) { self.clockwise = clockwise.wrapped }

    /// Returns this rotation followed by another one.
    public func turned(by more: Angle) -> SceneTurn { SceneTurn(clockwise: clockwise + more) }

    /// Rotates a position of the tracked scene to X east, Y up, Z south.
    public func rotate(_ position: Vector3) -> Vector3 {
        let (sine, cosine) = (clockwise.sine, clockwise.cosine)
        return Vector3(
            position.x * cosine - position.z * sine,
            position.y,
            position.z * cosine + position.x * sine
        )
    }

    /// The rotation from the tracked scene to East, North, Up.
    public var orientation: UnitQuaternion {
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        return UnitQuaternion(angle: -clockwise, axis: Vector3(0, 0, 1)) * upright
    }
}
