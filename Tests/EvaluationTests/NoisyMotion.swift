import Recordings
import SensorModel
import TestSupport

/// A hand that turns a device about all axes, and an attitude of it with lag, drift and noise.
enum NoisyMotion {
    static let motion = SyntheticMotion(seed: 11)

    /// A recording at 100 Hz whose attitude lags the truth and is noisy.
    ///
    /// - Parameters:
    ///   - noise: of each axis, in degrees: uniform from −noise to noise.
    ///   - lag: at a moment.
    ///   - drift: a heading error in degrees at a moment.
    static func recording(
        duration: Seconds = 40,
        noise: Double,
        lag: (Seconds) -> Seconds,
        drift: (Seconds) -> Double = { _ in 0 }
    ) -> Recording {
        var generator = SeededGenerator(seed: 5)
        return Synthetic.attitude(
            duration: duration,
            truth: motion.orientation,
            error: { time, _ in
                let degrees = (0..<3).map { _ in noise == 0 ? 0 : generator.number(in: -noise...noise) }
                let turn = Vector3(degrees[0], degrees[1], degrees[2]) * (Double.pi / 180)
                let error = UnitQuaternion(rotationVector: turn)
                return Synthetic.heading(drift(time)) * motion.orientation(at: time - lag(time)) * error
            }
        )
    }

    /// The recording without `count` rows of its attitude from `first` on.
    static func dropping(_ count: Int, from first: Int, of recording: Recording) -> Recording {
        var dropped = recording
        dropped.attitude?.times.removeSubrange(first..<(first + count))
        dropped.attitude?.values.removeSubrange(first..<(first + count))
        return dropped
    }
}
