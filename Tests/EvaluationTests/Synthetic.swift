import Recordings
import SensorModel
import TestSupport

/// Recordings in memory with known truth.
enum Synthetic {
    static let up = Vector3(0, 0, 1)

    /// Creates a recording of the device's own attitude: the truth at 100 Hz, changed by `error`.
    static func attitude(
        duration: Seconds,
        rate: Hertz = 100,
        truth: (Seconds) -> UnitQuaternion,
        error: (Seconds, UnitQuaternion) -> UnitQuaternion = { $1 }
    ) -> Recording {
        let times = (0...Int(duration * rate)).map { Double($0) / rate }
        let truths = times.map(truth)
        var recording = Recording(name: "synthetic")
        recording.attitude = SensorStream(times: times, values: zip(times, truths).map(error))
        recording.reference = ReferenceStream(times: times, orientations: truths)
        return recording
    }

    /// The orientation of a heading in degrees, counter-clockwise from above.
    static func heading(_ degrees: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: degrees), axis: up)
    }

    /// The motion of a device at rest for `rest`, then rotating at `speed` °/s for `turning`, then at rest again.
    static func turnBetweenRests(_ time: Seconds, speed: Double, rest: Seconds, turning: Seconds) -> UnitQuaternion {
        heading(speed * min(max(time - rest, 0), turning))
    }
}
