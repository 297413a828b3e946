import RealModule
public import Recordings
public import SensorModel

/// A smooth, seeded motion about all three axes that never repeats, with its sensor readings.
public struct SyntheticMotion: Sendable {
    /// The components of the rotation vector, each a sum of sines.
    private let waves: [[(amplitude: Double, frequency: Hertz, phase: Double)]]

    /// - Parameters:
    ///   - seed: the seed of the motion.
    ///   - size: the amplitude of each sine in degrees.
    ///   - axes: the share of each device axis.
    public init(seed: UInt64, size: Double = 12, axes: Vector3 = Vector3(1, 1, 1)) {
        var generator = SeededGenerator(seed: seed)
        waves = [axes.x, axes.y, axes.z].map { share in
            (0..<6).map { _ in
                (
                    share * size * .pi / 180, generator.number(in: 0.05...1.1), generator.number(in: 0...(2 * .pi))
                )
            }
        }
    }

    /// The orientation at a time.
    public func orientation(at time: Seconds) -> UnitQuaternion {
        let angles = waves.map { sines in
            sines.reduce(0) { $0 + $1.amplitude * Double.sin(2 * .pi * $1.frequency * time + $1.phase) }
        }
        return UnitQuaternion(rotationVector: Vector3(angles[0], angles[1], angles[2]))
    }

    /// The angular rate in device axes, rad/s: the central difference over 2 ms, exact to 1e−5 of the rate.
    public func rate(at time: Seconds) -> Vector3 {
        let turn = orientation(at: time - 1e-3).conjugate * orientation(at: time + 1e-3)
        return turn.rotationVector * 500
    }

    /// The height in metres; its second derivative is ``acceleration(at:)``.
    public func height(at time: Seconds) -> Double {
        waves[0].reduce(0) { sum, wave in
            let angular = 2 * .pi * wave.frequency
            return sum - wave.amplitude / (angular * angular) * Double.sin(angular * time + wave.phase)
        }
    }

    /// The vertical acceleration in m/s².
    public func acceleration(at time: Seconds) -> Double {
        waves[0].reduce(0) { $0 + $1.amplitude * Double.sin(2 * .pi * $1.frequency * time + $1.phase) }
    }

    /// Creates a recording with gyroscope, accelerometer and magnetometer at 100 Hz and the truth at 60 Hz.
    ///
    /// - Parameters:
    ///   - early: the time in seconds by which the sensors' stamps are early.
    ///   - noise: the uniform noise of the gyroscope, rad/s.
    ///   - bias: the bias of the gyroscope, rad/s.
    public func recording(
        duration: Seconds = 60,
        early: Seconds = 0,
        noise: Double = 0.01,
        bias: Vector3 = .zero
    ) -> Recording {
        var generator = SeededGenerator(seed: 7)
        var recording = Recording(name: "motion")
        let times = (0...Int(duration * 100)).map { Double($0) / 100 }
        recording.gyroscope = SensorStream(
            times: times.map { $0 - early },
            values: times.map { rate(at: $0) + bias + generator.vector(noise) }
        )
        recording.accelerometer = SensorStream(
            times: times.map { $0 - early },
            values: times.map { orientation(at: $0).conjugate.rotate(Vector3(0, 0, Gravity.standard)) }
        )
        recording.magnetometer = SensorStream(
            times: times.map { $0 - early },
            values: times.map { orientation(at: $0).conjugate.rotate(Vector3(0, 20, -40)) }
        )
        let frames = (0...Int(duration * 60)).map { Double($0) / 60 }
        recording.reference = ReferenceStream(times: frames, orientations: frames.map(orientation))
        return recording
    }
}
