import Recordings
import SensorModel

/// The rotation of an orientation over about 0.2 s, and the sensors' means over the same span.
struct TurnMoment {
    /// The largest number of moments of an orientation. More moments do not improve the result.
    static let most = 4_000
    /// Half of the span; longer at low rates.
    private static let halfSpan: Seconds = 0.1
    private static let longestHalfSpan: Seconds = 0.5

    let before: UnitQuaternion
    let at: UnitQuaternion
    let after: UnitQuaternion
    let span: Seconds
    /// The gyroscope's mean, in rad/s.
    let rate: Vector3?
    /// The accelerometer's mean, in m/s².
    let force: Vector3?

    /// The mean rate in the device frame, in rad/s: q_before* ⊗ q_after = exp(½ ω Δt).
    var turningRate: Vector3 { (before.conjugate * after).rotationVector * (1 / span) }

    /// The moments of an orientation, evenly distributed over its samples. O(n).
    static func moments(of track: ReferenceStream, in recording: Recording) -> [TurnMoment] {
        guard let interval = StreamTiming.medianInterval(of: track.times) else { return [] }
        let half = max(halfSpan, 2 * interval)
        guard half <= longestHalfSpan else { return [] }
        let rates = recording.gyroscope.map(RunningIntegral.init)
        let forces = recording.accelerometer.map(RunningIntegral.init)
        let step = max(1, (track.times.count + most - 1) / most)
        var moments: [TurnMoment] = []
        var (rateCursor, forceCursor) = (RunningIntegral.Cursor(), RunningIntegral.Cursor())
        var low = 0
        var high = 0
        for index in stride(from: 0, to: track.times.count, by: step) {
            let time = track.times[index]
            while track.times[low] < time - half { low += 1 }
            while high + 1 < track.times.count, track.times[high + 1] <= time + half { high += 1 }
            let (start, end) = (track.times[low], track.times[high])
            guard end - start >= half, (low...high).allSatisfy({ track.isValid[$0] }) else { continue }
            moments.append(
                TurnMoment(
                    before: track.orientations[low],
                    at: track.orientations[index],
                    after: track.orientations[high],
                    span: end - start,
                    rate: rates?.mean(from: start, to: end, near: &rateCursor),
                    force: forces?.mean(from: start, to: end, near: &forceCursor)
                )
            )
        }
        return moments
    }
}
