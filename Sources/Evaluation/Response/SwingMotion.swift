import RealModule
import SensorModel

/// An oscillation in the reference and in the estimate: angles about its axis at the estimate's times.
struct SwingMotion {
    let times: [Seconds]
    /// The reference's angles in radians, less their mean.
    let truth: [Double]
    /// The estimate's angles in radians, less their mean.
    let estimate: [Double]

    var duration: Seconds { times[times.count - 1] - times[0] }

    private static let fewestSamples = 16

    /// Returns nil with too few samples.
    init?(_ estimates: Estimates, _ track: OrientationTrack, from start: Seconds, to end: Seconds) {
        var place = 0
        var times: [Seconds] = []
        var truths: [Vector3] = []
        var turns: [Vector3] = []
        var first: (truth: UnitQuaternion, estimate: UnitQuaternion)?
        for (time, orientation) in zip(estimates.times, estimates.orientations) where time >= start && time <= end {
            guard let known = track.orientation(at: time, from: &place) else { continue }
            let origin = first ?? (known, orientation)
            first = origin
            times.append(time)
            // Each rotation is relative to its own start, so a constant error does not count.
            truths.append((known * origin.truth.conjugate).rotationVector)
            turns.append((orientation * origin.estimate.conjugate).rotationVector)
        }
        guard times.count >= Self.fewestSamples,
            let axis = truths.max(by: { $0.length < $1.length })?.normalised
        else { return nil }
        self.times = times
        truth = Self.aboutMean(truths.map { $0.dot(axis) })
        estimate = Self.aboutMean(turns.map { $0.dot(axis) })
    }

    private static func aboutMean(_ values: [Double]) -> [Double] {
        var sum = CompensatedSum(0)
        for value in values { sum.add(value) }
        let mean = sum.value / Double(values.count)
        return values.map { $0 - mean }
    }

    /// The transform Σ w_i x_i exp(−2πi f t_i). Each sample is weighted by the time around it. O(n).
    func transform(_ values: [Double], at frequency: Hertz) -> (real: Double, imaginary: Double) {
        var (real, imaginary) = (CompensatedSum(0), CompensatedSum(0))
        for index in values.indices {
            let (before, after) = (times[max(index - 1, 0)], times[min(index + 1, times.count - 1)])
            let value = values[index] * (after - before) / 2
            let phase = 2 * Double.pi * frequency * (times[index] - times[0])
            real.add(value * Double.cos(phase))
            imaginary.add(-value * Double.sin(phase))
        }
        return (real.value, imaginary.value)
    }
}
