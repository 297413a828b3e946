import Recordings
import SensorModel

/// The angular velocity of the reference, and the periods in which the reference is at rest.
///
/// The velocity at a sample is the mean from 0.1 s before to 0.1 s after the sample. Over shorter times, noise
/// dominates: between neighbouring samples of motion capture (0.05° of noise at 285 Hz), the noise of the velocity
/// would be 14°/s.
struct ReferenceMotion {
    /// The angular speed below which the reference is at rest.
    static let restSpeed = Angle(degrees: 2).radians
    /// The minimum duration of a rest, in seconds.
    static let shortestRest: Seconds = 0.5
    /// Half of the span over which the velocity is computed, in seconds.
    static let halfSpan: Seconds = 0.1

    /// The reason why the reference's motion is unknown.
    static let reasonWithoutSpeed = "the reference's speed is unknown: its samples are more than 0.1 s apart"

    /// The times at which the velocity is known, ascending.
    private(set) var times: [Seconds] = []
    /// The angular velocities in rad/s, in East, North, Up.
    private(set) var velocities: [Vector3] = []
    /// The times of the first and last sample of each rest.
    private(set) var rests: [ClosedRange<Seconds>] = []

    init(_ reference: ReferenceStream) {
        for run in reference.stretches {
            let first = times.count
            addVelocities(of: reference, in: run)
            addRests(from: first)
        }
    }

    /// The RMS angular speed in rad/s; `nil` if no velocity is known.
    var rootMeanSquareSpeed: RadiansPerSecond? { velocities.lazy.map { $0.length }.rootMeanSquare }

    /// The RMS deviation of the angular velocity from its mean in rad/s; 0 for a uniform rotation, `nil` if no velocity
    /// is known.
    var rootMeanSquareVariation: RadiansPerSecond? {
        guard let mean = Vector3.mean(of: velocities) else { return nil }
        return velocities.lazy.map { ($0 - mean).length }.rootMeanSquare
    }

    private mutating func addVelocities(of reference: ReferenceStream, in run: Range<Int>) {
        var low = run.lowerBound
        var high = run.lowerBound
        for index in run {
            let time = reference.times[index]
            while reference.times[low] < time - Self.halfSpan { low += 1 }
            while high + 1 < run.upperBound, reference.times[high + 1] <= time + Self.halfSpan { high += 1 }
            let span = reference.times[high] - reference.times[low]
            guard span >= Self.halfSpan / 2 else { continue }
            let turn = reference.orientations[high] * reference.orientations[low].conjugate
            times.append(time)
            velocities.append(turn.rotationVector * (1 / span))
        }
    }

    private mutating func addRests(from first: Int) {
        let runs = (first..<times.count).split { !(velocities[$0].length < Self.restSpeed) }
        for run in runs {
            let (start, end) = (times[run.lowerBound], times[run.upperBound - 1])
            if end - start >= Self.shortestRest { rests.append(start...end) }
        }
    }
}
