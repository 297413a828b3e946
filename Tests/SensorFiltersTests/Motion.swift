import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport

/// Sensor samples of exactly known motions.
enum Motion {
    /// µT; East, North, Up: strength 48, dip 64°.
    static let field = Vector3(0, 21, -43)

    /// Radians. The largest error of an estimator with exact sensors in the motion ``exact``.
    ///
    /// Madgwick, Mahony, Fusion, Fourati, Martin, AQUA, ROLEQ and the quaternion EKF integrate to first order, with an
    /// error of about |ω|²Δt²/12 per sample that their correction removes slowly: up to 4.2e-3 here. The other estimators
    /// are exact.
    static func error(of name: String) -> Double {
        if name == "guo" { return guoLag }
        return integratesToFirstOrder(name) ? 5e-3 : Tolerance.equations
    }

    /// Radians. The measured quaternion of Guo starts at the last orientation and goes a part of the way: a lag of about
    /// two samples, which depends on the direction of north.
    private static let guoLag = 1.5e-2

    /// Radians. The largest difference between the errors of an estimator in the same motion at two headings.
    ///
    /// The correction of the integration error depends on the direction of north. The length of Madgwick's correction is
    /// 2 β Δt for any error. Fusion measures west with the predicted Up: a tilt also turns the heading.
    static func difference(of name: String, interval: Seconds) -> Double {
        if name == "guo" { return 2 * guoLag }
        let correction = name == "madgwick" ? 2 * Madgwick.Parameters().beta * interval : Tolerance.equations
        return 2 * correction + (integratesToFirstOrder(name) ? (name == "fusion" ? 3e-3 : 2e-3) : 0)
    }

    private static func integratesToFirstOrder(_ name: String) -> Bool {
        ["madgwick", "mahony", "fusion", "fourati", "martin", "aqua", "roleq", "quaternionEkf"].contains(name)
    }

    /// The measurements of exact sensors at an orientation.
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

    /// A motion of 5 s at 200 Hz. The rate is constant between samples: that of a sample rotates the previous orientation
    /// to this one.
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

    /// The first 2 s of ``exact``, with noise on every sensor.
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
