import Recordings
import SensorModel

/// How the reference turns: its angular velocity, and where it rests.
///
/// The velocity at a sample is taken over 0.1 s to either side, because motion capture's noise from one sample to the
/// next (0.05° at 285 Hz) would look like 14°/s.
struct ReferenceMotion {
    /// Slower than this is rest.
    static let restSpeed = Angle(degrees: 2).radians
    /// Rest lasts at least this long.
    static let shortestRest: Seconds = 0.5
    /// Half the span over which the velocity is taken.
    static let halfSpan: Seconds = 0.1

    /// Why nothing can be said of the reference's motion.
    static let reasonWithoutSpeed = "the reference's samples lie more than 0.1 s apart: its speed is not known"

    /// Moments at which the velocity is known, oldest first.
    private(set) var times: [Seconds] = []
    /// East, North, Up; rad/s.
    private(set) var velocities: [Vector3] = []
    /// From the first to the last sample of each rest.
    private(set) var rests: [ClosedRange<Seconds>] = []

    init(_ reference: ReferenceStream) {
        for run in reference.stretches {
            let first = times.count
            addVelocities(of: reference, in: run)
            addRests(from: first)
        }
    }

    /// The RMS angular speed; nil where it is not known.
    var rootMeanSquareSpeed: RadiansPerSecond? { velocities.lazy.map(\.length).rootMeanSquare }

    /// The RMS departure of the angular velocity from its mean: 0 for a uniform turn.
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
        var start: Int?
        for index in first...times.count {
            let isResting = index < times.count && velocities[index].length < Self.restSpeed
            if isResting {
                start = start ?? index
            } else if let begin = start {
                if times[index - 1] - times[begin] >= Self.shortestRest {
                    rests.append(times[begin]...times[index - 1])
                }
                start = nil
            }
        }
    }
}
