public import Evaluation
public import Recordings
public import SensorModel

/// A correction of an estimate that does not depend on its errors.
///
/// It consists of the offset of the clock and a constant rotation of the body frame, such as the rotation between a
/// camera and a phone.
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
        /// A Boolean value that indicates whether to estimate the offset of the clock.
        public var alignsClock: Bool
        /// A Boolean value that indicates whether to fit the rotation of the body frame.
        public var fitsBody: Bool

        /// Creates a request.
        public init(alignsClock: Bool = false, fitsBody: Bool = false) {
            self.alignsClock = alignsClock
            self.fitsBody = fitsBody
        }
    }

    /// The estimated offset of the clock, in addition to the given one, or `nil` if it was not requested.
    public let clock: ClockOffset?
    /// The two signals that determined ``clock``, in words.
    public let comparedSignals: String?
    /// The time in seconds to add to the estimate's stamps: the sum of the given offset and the offset of ``clock``.
    public let offset: Seconds
    /// The fit of the body frame, or `nil` if it was not requested. Its residual is in °/s.
    public let body: FrameFit.Part?
    /// The rotation B of the estimate's body frame: orientations become q ⊗ B.
    public let bodyRotation: UnitQuaternion

    /// Estimates the requested corrections. O(n) per tested offset.
    ///
    /// The clocks are compared first, within 5 s of the given offset. The body frames are compared next.
    ///
    /// - Parameters:
    ///   - request: the corrections to estimate.
    ///   - reference: the true trajectory.
    ///   - estimate: the estimated trajectory.
    ///   - offset: the given time to add to the estimate's stamps, in seconds.
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
            let clock = try comparison.offset()
            (found, signals, total) = (clock, comparison.compared, offset + clock.offset)
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

    /// Returns the estimate with its body frame rotated. Its times are unchanged, because ``offset`` belongs to the
    /// matching.
    public func applied(to estimate: Trajectory) -> Trajectory {
        guard body != nil else { return estimate }
        let poses = estimate.poses.map { Pose(position: $0.position, orientation: $0.orientation * bodyRotation) }
        return Trajectory(times: estimate.times, poses: poses, leftOut: estimate.leftOut)
    }
}

extension OrientationTrack {
    /// The orientations of a trajectory, or `nil` without times.
    init?(_ trajectory: Trajectory, shiftedBy offset: Seconds = 0) {
        guard let times = trajectory.times else { return nil }
        let gap = OrientationTrack(times: times, longestGap: nil).longestGap
        self.init(
            times: offset == 0 ? times : times.map { $0 + offset },
            orientations: trajectory.poses.map(\.orientation),
            isKnown: nil,
            longestGap: gap
        )
    }
}

/// The comparison of the clocks of two trajectories by their motion.
///
/// Angular speeds are compared first, because they do not depend on frames or scale. If they determine no offset, the
/// speeds of the positions are compared, because some trackers have no orientation.
struct TrajectoryClockComparison {
    /// The two signals that were compared, in words.
    let compared: String
    /// The offset, or the reason why it is unknown.
    let estimate: ClockEstimate

    /// The minimum standard deviation of a useful speed, in m/s.
    private static let minimumSpeedDeviation = 0.05

    /// Compares the clocks.
    ///
    /// - Parameter offset: the time in seconds to add to the estimate's stamps before the comparison.
    /// - Throws: ``TrajectoryError/timesNeeded(what:)`` if a trajectory has no times.
    init(reference: Trajectory, estimate: Trajectory, offset: Seconds) throws(TrajectoryError) {
        guard let device = OrientationTrack(estimate, shiftedBy: offset), let target = OrientationTrack(reference)
        else { throw .timesNeeded(what: "--align-clocks") }
        let range = RecordingClockComparison.middle(of: Self.common(device.times, target.times))
        let wide = RecordingClockComparison.widened(range)
        let turns = ClockComparison(
            MotionSignal(speedOf: device, within: wide),
            MotionSignal(speedOf: target, within: range),
            leastDeviation: RecordingClockComparison.minimumDeviationOfSpeed
        ).estimate()
        guard case .unknown(let reason) = turns else {
            (compared, self.estimate) = ("angular speeds", turns)
            return
        }
        let moves = ClockComparison(
            MotionSignal(speedOf: estimate.positions, at: device.times, within: wide, longestGap: device.longestGap),
            MotionSignal(speedOf: reference.positions, at: target.times, within: range, longestGap: target.longestGap),
            leastDeviation: Self.minimumSpeedDeviation
        ).estimate()
        compared = "speeds"
        if case .unknown(let other) = moves {
            self.estimate = .unknown(reason == other ? reason : "rotation: \(reason); speed: \(other)")
        } else {
            self.estimate = moves
        }
    }

    /// Returns the offset.
    ///
    /// - Throws: ``TrajectoryError/unknownClockOffset(reason:)`` if the offset is unknown.
    func offset() throws(TrajectoryError) -> ClockOffset {
        switch estimate {
        case .found(let offset): return offset
        case .unknown(let reason): throw .unknownClockOffset(reason: reason)
        }
    }

    /// Returns the first and last time that the reference may share with the estimate.
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
