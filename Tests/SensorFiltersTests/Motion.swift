import SensorFilters
import SensorModel
import TestSupport

/// Sensor samples of motions that are known exactly.
enum Motion {
    /// µT; East, North, Up: strength 48, dip 64°.
    static let field = Vector3(0, 21, -43)

    /// Radians by which orientations of the same motion at two headings may differ. First-order integration errs by
    /// about |ω|²Δt²/12 a sample, and how that is corrected depends on where north lies; exact integration has no such
    /// error.
    /// Madgwick's correction has the length β Δt (as a quaternion, so twice that as an angle) however small the error is.
    static func difference(of name: String, interval: Seconds) -> Double {
        let correction = name == "madgwick" ? 2 * Madgwick.Parameters().beta * interval : Tolerance.equations
        let integration = name == "madgwick" || name == "mahony" ? 2e-3 : 0
        return 2 * correction + integration
    }

    /// What exact sensors read at an orientation.
    static func frame(_ truth: UnitQuaternion, rate: Vector3, at time: Seconds) -> SensorFrame {
        let toDevice = truth.conjugate
        return SensorFrame(
            time: time,
            accelerometer: toDevice.rotate(Vector3(0, 0, 9.81)),
            gyroscope: rate,
            magnetometer: toDevice.rotate(field),
            attitude: truth,
            heading: compass(truth)
        )
    }

    /// The azimuth of the device's upper edge, from true north.
    static func compass(_ truth: UnitQuaternion) -> HeadingReading {
        let heading = Heading(degrees: truth.rotate(Vector3(0, 1, 0)).azimuth.degrees)
        return HeadingReading(magnetic: nil, trueNorth: heading, accuracy: nil)
    }

    /// 5 s at 200 Hz, rates constant between samples: what a gyroscope reads turns the last orientation into this one.
    static let exact: [(truth: UnitQuaternion, rate: Vector3, time: Seconds)] = {
        var truth = UnitQuaternion(angle: Angle(degrees: 80), axis: Vector3(1, 0, 0))
        var all = [(truth, Vector3.zero, 0.0)]
        for index in 1..<1_000 {
            let phase = Double(index) / 1_000
            let rate = Vector3(0.4 * phase, 0.8 - phase, 0.3)
            truth = truth * UnitQuaternion(rotationVector: rate * 0.005)
            all.append((truth, rate, Double(index) * 0.005))
        }
        return all
    }()

    /// The same with noise on every sensor.
    static let noisy: [SensorFrame] = {
        var generator = SeededGenerator(seed: 32)
        return exact.prefix(400).map { truth, rate, time in
            var frame = frame(truth, rate: rate, at: time)
            frame.accelerometer = frame.accelerometer.map { $0 + generator.vector(0.2) }
            frame.gyroscope = frame.gyroscope.map { $0 + generator.vector(0.01) }
            frame.magnetometer = frame.magnetometer.map { $0 + generator.vector(2) }
            return frame
        }
    }()
}
