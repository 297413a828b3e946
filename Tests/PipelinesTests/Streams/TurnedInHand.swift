import SensorModel
import TestSupport

/// The samples of a device that a hand turns about all of its axes, as a phone records them: the magnetometer at its own
/// rate and in its own frames.
struct TurnedInHand {
    /// µT; East, North, Up: strength 48, dip 64°.
    static let field = Vector3(0, 21, -43)
    /// Seconds between the gyroscope's samples. The magnetometer has half their rate.
    static let interval: Seconds = 0.01

    /// rad/s, at a time.
    var rate: (Seconds) -> Vector3 = { time in
        let phases = [2.3 * time, 1.7 * time + 1, 0.9 * time + 2].map { (phase: Double) in Angle(radians: phase).sine }
        return Vector3(1.1 * phases[0], 0.9 * phases[1], 1.3 * phases[2])
    }
    /// µT in device axes, at a time.
    var offset: (Seconds) -> Vector3 = { _ in .zero }
    /// rad/s in device axes.
    var bias = Vector3.zero
    /// µT: each component is within ± of this.
    var noise = 0.5

    /// A frame, and the true orientation at its time.
    typealias Sample = (frame: SensorFrame, truth: UnitQuaternion)

    /// The samples from a time on.
    func samples(for duration: Seconds, from start: Seconds = 0) -> [Sample] {
        var random = SeededGenerator(seed: 7)
        var truth = UnitQuaternion(angle: Angle(degrees: 40), axis: Vector3(1, 2, 3))
        var samples: [Sample] = []
        for index in 0...Int(duration / Self.interval) {
            let time = start + Double(index) * Self.interval
            let rate = rate(time)
            // The rate of a sample is that of the interval before it.
            if index > 0 { truth = truth * UnitQuaternion(rotationVector: rate * Self.interval) }
            let toDevice = truth.conjugate
            let frame = SensorFrame(
                time: time,
                accelerometer: toDevice.rotate(Vector3(0, 0, 9.81)),
                gyroscope: rate + bias
            )
            samples.append((frame, truth))
            guard index.isMultiple(of: 2) else { continue }
            let field = toDevice.rotate(Self.field) + offset(time) + random.vector(noise)
            samples.append((SensorFrame(time: time, magnetometer: field), truth))
        }
        return samples
    }
}
