package import SensorModel

/// Sensor samples of exactly known motions.
package enum Motion {
    /// µT; East, North, Up: strength 48, dip 64°.
    package static let field = Vector3(0, 21, -43)

    /// The measurements of exact sensors at an orientation.
    package static func frame(_ truth: UnitQuaternion, rate: Vector3, at time: Seconds) -> SensorFrame {
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

    /// A sample of a level device that is rotated about Up. By default the field is horizontal, so that the heading is the
    /// only error.
    package static func levelFrame(
        _ degrees: Double,
        rate: Double = 0,
        field: Vector3 = Vector3(0, 20, 0),
        at time: Seconds
    ) -> SensorFrame {
        let toDevice = UnitQuaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1)).conjugate
        return SensorFrame(
            time: time,
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: Vector3(0, 0, rate),
            magnetometer: toDevice.rotate(field)
        )
    }

    /// The azimuth of the device's upper edge, from true north.
    package static func compass(_ truth: UnitQuaternion) -> HeadingReading {
        let heading = Heading(degrees: truth.rotate(Vector3(0, 1, 0)).azimuth.degrees)
        return HeadingReading(magnetic: nil, trueNorth: heading, accuracy: nil)
    }

    /// A motion of 5 s at 200 Hz. The rate is constant between samples: that of a sample rotates the previous orientation
    /// to this one.
    package static let exact: [(truth: UnitQuaternion, rate: Vector3, time: Seconds)] = {
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
    package static let noisy: [SensorFrame] = {
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
