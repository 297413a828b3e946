public import Evaluation
public import Recordings
public import SensorModel

/// A correction of an estimated trajectory for deviations from the reference that are not estimation errors.
///
/// Two such deviations can be corrected: the offset between the clocks, and the constant rotation between the body
/// frames, for example between a camera and a phone.
///
/// ```swift
/// let correction = try TrajectoryCorrection(.init(alignsClock: true), reference: truth, estimate: slam)
/// let comparison = try TrajectoryComparison(
///     reference: truth,
///     estimate: correction.applied(to: slam),
///     matching: TrajectoryMatching(offset: correction.offset)
/// )
/// ```
public struct TrajectoryCorrection: Sendable, Hashable {
    /// The corrections to estimate.
    public struct Request: Sendable, Hashable {
        /// A Boolean value that indicates whether to estimate the offset between the clocks.
        public var alignsClock: Bool
        /// A Boolean value that indicates whether to fit the rotation between the body frames.
        public var fitsBody: Bool

        /// Creates a request for corrections.
        public init(alignsClock: Bool = false, fitsBody: Bool = false) {
            self.alignsClock = alignsClock
            self.fitsBody = fitsBody
        }
    }

    /// The estimated offset between the clocks, to be added to the offset that was passed to the initialiser; `nil` if
    /// the offset was not requested.
    public let clock: ClockOffset?
    /// A description of the signals from which ``clock`` was estimated: "angular speeds" or "speeds".
    public let comparedSignals: String?
    /// The time in seconds to add to the estimate's timestamps: the sum of the given offset and the offset of
    /// ``clock``.
    public let offset: Seconds
    /// The fitted rotation between the body frames, or `nil` if the fit was not requested. The residual is in °/s.
    public let body: FrameFit.Part?
    /// The rotation B between the body frames, which changes the estimate's orientations q to q ⊗ B.
    public let bodyRotation: UnitQuaternion

    /// Estimates the requested corrections. O(n) per tested offset.
    ///
    /// First, the clock offset is searched within 5 s of the given offset. Then the body rotation is fitted.
    ///
    /// - Parameters:
    ///   - request: the corrections to estimate.
    ///   - reference: the reference trajectory.
    ///   - estimate: the estimated trajectory.
    ///   - offset: the time to add to the estimate's timestamps before the search, in seconds.
    /// - Throws: ``TrajectoryError`` if a requested correction cannot be determined.
    public init(
        _ request: Request,
        reference: Trajectory,
        estimate: Trajectory,
        offset: Seconds = 0
    ) throws(TrajectoryError) {
        var (found, signals, total): (ClockOffset?, String?, Seconds) = (nil, nil, offset)
        if request.alignsClock {
            let comparison = try TrajectoryClockComparison(reference: reference, estimate: estimate, offset: offset)
            (found, signals) = (comparison.offset, comparison.compared)
            total += comparison.offset.offset
        }
        (clock, comparedSignals, self.offset) = (found, signals, total)
        guard request.fitsBody else {
            (body, bodyRotation) = (nil, .identity)
            return
        }
        guard let device = OrientationTrack(estimate, shiftedBy: total), let target = OrientationTrack(reference) else {
            throw .timesNeeded(what: "--fit-frames")
        }
        let fit = BodyRotationFit.fit(device: device, reference: target)
        switch fit {
        case .failure(let error): throw .unknownBodyRotation(reason: error.reason)
        case .success(let fit):
            bodyRotation = fit.rotation
            body = FrameFit.Part(
                fit.rotation,
                residual: Angle(radians: fit.residual).degrees,
                uncertainty: fit.uncertainty,
                source: "reference"
            )
        }
    }

    /// Returns the estimate with all orientations rotated by ``bodyRotation``.
    ///
    /// The times are unchanged. To correct the times, pass ``offset`` to ``TrajectoryMatching``.
    public func applied(to estimate: Trajectory) -> Trajectory {
        guard body != nil else { return estimate }
        let poses = estimate.poses.map { Pose(position: $0.position, orientation: $0.orientation * bodyRotation) }
        return Trajectory(times: estimate.times, poses: poses, leftOut: estimate.leftOut)
    }
}

extension OrientationTrack {
    /// Creates a track of a trajectory's orientations, with `offset` added to the times. Returns `nil` if the
    /// trajectory has no times.
    init?(_ trajectory: Trajectory, shiftedBy offset: Seconds = 0) {
        guard let times = trajectory.times else { return nil }
        self.init(
            times: offset == 0 ? times : times.map { $0 + offset },
            orientations: trajectory.poses.map(\.orientation),
            longestGap: OrientationTrack(times: times, longestGap: nil).longestGap
        )
    }
}

/// The comparison of the clocks of two trajectories by the recorded motion.
///
/// Angular speeds are compared first, because they do not depend on frames or scale. If angular speeds determine no
/// offset, the speeds of the positions are compared, because some trackers have no orientation.
struct TrajectoryClockComparison {
    /// A description of the compared signals: "angular speeds" or "speeds".
    let compared: String
    /// The offset between the clocks.
    let offset: ClockOffset

    /// The standard deviation of the speed, in m/s, that each trajectory must reach. Otherwise, speeds do not determine
    /// the clock offset.
    private static let minimumSpeedDeviation = 0.05

    /// Compares the clocks of two trajectories.
    ///
    /// - Parameters:
    ///   - reference: the reference trajectory.
    ///   - estimate: the estimated trajectory.
    ///   - offset: the time to add to the estimate's timestamps before the comparison, in seconds.
    /// - Throws: ``TrajectoryError`` if a trajectory has no times, or the offset is unknown.
    init(reference: Trajectory, estimate: Trajectory, offset: Seconds) throws(TrajectoryError) {
        guard let device = OrientationTrack(estimate, shiftedBy: offset), let target = OrientationTrack(reference)
        else { throw .timesNeeded(what: "--align-clocks") }
        let range = RecordingClockComparison.middle(of: Self.common(device.times, target.times))
        let wide = RecordingClockComparison.widened(range)
        let turns = ClockComparison(
            MotionSignal(speedOf: device, within: wide),
            MotionSignal(speedOf: target, within: range),
            minimumDeviation: RecordingClockComparison.minimumDeviationOfSpeed
        ).estimate()
        let reason: String
        switch turns {
        case .found(let found):
            (compared, self.offset) = ("angular speeds", found)
            return
        case .unknown(let cause): reason = cause
        }
        let moves = ClockComparison(
            MotionSignal(speedOf: estimate.positions, at: device.times, within: wide, longestGap: device.longestGap),
            MotionSignal(speedOf: reference.positions, at: target.times, within: range, longestGap: target.longestGap),
            minimumDeviation: Self.minimumSpeedDeviation
        ).estimate()
        switch moves {
        case .found(let found): (compared, self.offset) = ("speeds", found)
        case .unknown(let other):
            throw .unknownClockOffset(reason: reason == other ? reason : "rotation: \(reason); speed: \(other)")
        }
    }

    /// Returns the first and the last time at which reference and estimate can overlap for any tested offset. Returns
    /// an empty array if they cannot overlap.
    private static func common(_ estimate: [Seconds], _ reference: [Seconds]) -> [Seconds] {
        guard let first = estimate.first, let last = estimate.last, let start = reference.first,
            let end = reference.last
        else { return [] }
        let range = [max(start, first - ClockComparison.maximumOffset), min(end, last + ClockComparison.maximumOffset)]
        return range[0] <= range[1] ? range : []
    }
}

extension Trajectory {
    fileprivate var positions: [Vector3] { poses.map(\.position) }
}
