import Geodesy
public import SensorModel

/// Computes position and orientation from fixes and from poses in a tracked scene, as Yandex.Maps does.
///
/// The position is the best fix plus the motion in the scene since that fix (``BestEstimate``). Fixes also correct the
/// axes of the scene (``SceneAligner``).
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
        /// The parameters of ``BestEstimate``, which selects the fix from which positions are computed.
        public var best = BestEstimate.Parameters()
        /// The parameters of ``SceneAligner``, which corrects the scene's axes.
        public var aligner = SceneAligner.Parameters()
        /// The interval in seconds after which the best estimate is selected again, and a correction round starts if
        /// one is due. Yandex 2018 states no number; the default is the usual interval between fixes.
        public var reviewInterval: Seconds = 1
        /// The maximum age in seconds of the latest pose when a fix arrives. If the pose is older, tracking is
        /// considered lost and the fix is skipped.
        public var longestPoseAge: Seconds = 0.5

        /// Creates the default parameters.
        public init() {}

        /// Creates parameters from the values of ``SystemStage/trackingParameters``, which have defaults.
        init(tracking values: ParameterValues) {
            if let reach = values.number("reach") { best.reach = reach }
            if let count = values.number("countLimit") { aligner.countLimit = Int(saturating: count) }
            if let limit = values.number("timeLimit") { aligner.timeLimit = limit }
            if let accuracy = values.number("worstAccuracy") { aligner.worstAccuracy = accuracy }
            aligner.keepsEstimates = values.word("estimates") == "kept"
        }
    }

    /// The parameters of the locator.
    public let parameters: Parameters
    /// The state of the correction of the scene's axes.
    public package(set) var aligner: SceneAligner
    /// The stored estimates, and the choice of the best estimate among them.
    public private(set) var best: BestEstimate
    /// The number of fixes that were skipped because no recent pose was available.
    public private(set) var fixesWithoutPose = 0
    /// The number of fixes that were skipped because they have no valid location or no accuracy.
    public private(set) var unusableFixes = 0

    private var pose: (time: Seconds, value: Pose)?
    private var reviewed: Seconds?

    /// Creates a locator that has not received a pose or a fix.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        aligner = SceneAligner(parameters.aligner)
        best = BestEstimate(parameters.best)
    }

    /// The position of the device; `nil` before the first usable fix, and if the device has moved too far from every
    /// fix.
    public var point: GeographicPoint? { pose.flatMap { best.position(at: $0.value.position, turn: aligner.turn) } }

    /// The orientation of the device, device → Earth (East, North, Up); `nil` before the first pose.
    public var orientation: UnitQuaternion? { pose.map { aligner.turn.orientation * $0.value.orientation } }

    /// Processes a pose, device → scene with Y up. Poses and fixes must be in order of time.
    ///
    /// - Returns: The result of a correction round, if this call performed one because the time limit had passed;
    ///   otherwise `nil`.
    public mutating func process(_ pose: Pose, at time: Seconds) -> SceneRound? {
        guard pose.position.isFinite else { return nil }
        self.pose = (time, pose)
        guard time - (reviewed ?? -.infinity) >= parameters.reviewInterval else { return nil }
        reviewed = time
        let round = aligner.review(at: time)
        best.review(at: pose.position, turn: aligner.turn)
        return round
    }

    /// Processes a fix together with the latest pose.
    ///
    /// - Returns: The correction round that the fix started; `nil` if none was due.
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

    /// Performs the last correction round with the remaining estimates. Returns `nil` if there are no new estimates.
    public mutating func finish() -> SceneRound? { aligner.finish() }
}

/// Selects the estimate from which positions are computed: the most accurate estimate nearby, or the newest if several
/// are equally accurate.
///
/// The source is Yandex 2018, section "Determining the position of an object on the stage". Tracking is more accurate
/// than fixes over short distances, but drifts over long ones. The current position is therefore the fix of the best
/// estimate plus the motion in the scene since then. Only estimates within 100 m of the current position are
/// considered. An estimate is selected at every fix, and at regular intervals. The selection takes O(n) time for n
/// stored estimates.
///
/// ```swift
/// var best = BestEstimate()
/// best.add(estimate, turn: .none)
/// let position = best.position(at: pose.position, turn: .none)
/// ```
public struct BestEstimate: Sendable {
    /// The parameters of the selection.
    public struct Parameters: Sendable, Hashable {
        /// The maximum distance of an estimate from the current position in metres. Yandex 2018 uses 100 m.
        public var reach: Metres
        /// The maximum number of stored estimates. Beyond this number, the oldest estimate is discarded. Yandex 2018
        /// states no limit.
        public var capacity: Int
        /// The conversion between geographic offsets and metres in the scene.
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

    /// The parameters of the selection.
    public let parameters: Parameters
    /// The selected estimate; `nil` before the first fix, and if the device has moved too far from every fix.
    public private(set) var current: LocationEstimate?
    private var estimates: [LocationEstimate] = []

    /// Creates a selection without estimates.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Adds an estimate, and selects the best estimate near the current position. If that position is unknown, the
    /// added estimate's position is used.
    public mutating func add(_ estimate: LocationEstimate, turn: SceneTurn) {
        if estimates.count == parameters.capacity { estimates.removeFirst() }
        estimates.append(estimate)
        choose(near: position(at: estimate.scenePosition, turn: turn) ?? estimate.point)
    }

    /// Selects the best estimate near a position in the scene. Call this method on a timer, because the user may have
    /// moved without a new fix.
    public mutating func review(at scenePosition: Vector3, turn: SceneTurn) {
        guard let place = position(at: scenePosition, turn: turn) else { return }
        choose(near: place)
    }

    /// Converts a position in the scene to a geographic position. Returns `nil` if no estimate is selected, or if the
    /// result would be beyond a pole.
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

/// A rotation of a scene about its vertical axis Y. After the rotation, X points east and Z south.
public struct SceneTurn: Sendable, Hashable {
    /// The angle to add to bearings in the scene: clockwise seen from above, −180° to 180°.
    public let clockwise: Angle

    /// No rotation.
    public static let none = SceneTurn(clockwise: .zero)

    /// Creates a rotation.
    public init(clockwise: Angle) { self.clockwise = clockwise.wrapped }

    /// Returns this rotation, followed by a further clockwise rotation.
    public func turned(by more: Angle) -> SceneTurn { SceneTurn(clockwise: clockwise + more) }

    /// Rotates a position in the tracked scene to the axes X east, Y up, Z south.
    public func rotate(_ position: Vector3) -> Vector3 {
        let (sine, cosine) = (clockwise.sine, clockwise.cosine)
        return Vector3(
            position.x * cosine - position.z * sine,
            position.y,
            position.z * cosine + position.x * sine
        )
    }

    /// The rotation from the tracked scene's axes to East, North, Up.
    public var orientation: UnitQuaternion {
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        return UnitQuaternion(angle: -clockwise, axis: Vector3(0, 0, 1)) * upright
    }
}
