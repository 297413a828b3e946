import Evaluation
import Recordings
import SensorModel

/// The comparison of the clocks of two trajectories by their motion.
///
/// Angular speeds are compared first, because they do not depend on frames or scale. Where they determine no offset, the
/// speeds of the positions are compared, because some trackers have no orientation.
struct TrajectoryClockComparison {
    /// The two signals that were compared, in words.
    let compared: String
    /// The offset, or the reason why it is unknown.
    let estimate: ClockEstimate

    /// The least standard deviation of a useful speed, in m/s.
    private static let leastDeviationOfSpeed = 0.05

    /// - Parameter offset: the time in seconds to add to the estimate's stamps before the comparison.
    /// - Throws: ``TrajectoryError/timesNeeded(what:)``.
    init(reference: Trajectory, estimate: Trajectory, offset: Seconds) throws(TrajectoryError) {
        guard let device = OrientationTrack(estimate, shiftedBy: offset), let target = OrientationTrack(reference)
        else { throw .timesNeeded(what: "--align-clocks") }
        let range = RecordingClockComparison.middle(of: Self.common(device.times, target.times))
        let wide = RecordingClockComparison.widened(range)
        let turns = ClockComparison(
            MotionSignal(speedOf: device, within: wide),
            MotionSignal(speedOf: target, within: range),
            leastDeviation: RecordingClockComparison.leastDeviationOfSpeed
        ).estimate()
        guard case .unknown(let reason) = turns else {
            (compared, self.estimate) = ("angular speeds", turns)
            return
        }
        let moves = ClockComparison(
            MotionSignal(speedOf: estimate.positions, at: device.times, within: wide, longestGap: device.longestGap),
            MotionSignal(speedOf: reference.positions, at: target.times, within: range, longestGap: target.longestGap),
            leastDeviation: Self.leastDeviationOfSpeed
        ).estimate()
        compared = "speeds"
        if case .unknown(let other) = moves {
            self.estimate = .unknown(reason == other ? reason : "rotation: \(reason); speed: \(other)")
        } else {
            self.estimate = moves
        }
    }

    /// The offset.
    ///
    /// - Throws: ``TrajectoryError/unknownClockOffset(reason:)``.
    func offset() throws(TrajectoryError) -> ClockOffset {
        switch estimate {
        case .found(let offset): return offset
        case .unknown(let reason): throw .unknownClockOffset(reason: reason)
        }
    }

    /// The first and last time that the reference may share with the estimate.
    private static func common(_ estimate: [Seconds], _ reference: [Seconds]) -> [Seconds] {
        guard let first = estimate.first, let last = estimate.last, let start = reference.first,
            let end = reference.last
        else { return [] }
        let range = [max(start, first - ClockComparison.mostOffset), min(end, last + ClockComparison.mostOffset)]
        return range[0] <= range[1] ? range : []
    }
}

extension Trajectory {
    fileprivate var positions: [Vector3] { poses.map(\.position) }
}
