import Recordings
import SensorModel
import TestSupport

/// The motion of a device in a hand about all axes, and an attitude of it with lag, drift and noise.
enum NoisyMotion {
    static let motion = SyntheticMotion(seed: 11)

    /// Creates a recording at 100 Hz with a lagging and noisy attitude.
    ///
    /// - Parameters:
    ///   - noise: the noise of each axis in degrees, uniform from −noise to noise.
    ///   - lag: the lag by time.
    ///   - drift: the heading error in degrees by time.
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

    /// Removes `count` rows of the attitude from `first` on.
    static func dropping(_ count: Int, from first: Int, of recording: Recording) -> Recording {
        var dropped = recording
        dropped.attitude?.times.removeSubrange(first..<(first + count))
        dropped.attitude?.values.removeSubrange(first..<(first + count))
        return dropped
    }
}
