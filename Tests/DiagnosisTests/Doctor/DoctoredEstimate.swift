import Diagnosis
import Evaluation
import Recordings
import SensorModel
import TestSupport

/// Estimates of a synthetic motion, into which tests put faults.
struct DoctoredEstimate {
    private static let motion = SyntheticMotion(seed: 3)

    var recording = Self.motion.recording(duration: 30)
    var times = (1...2_900).map { Double($0) / 100 }
    var orientations: [UnitQuaternion]

    init() {
        // A drift of the heading of up to 1°, as that of a good filter.
        orientations = times.map { time in
            UnitQuaternion(angle: Angle(degrees: time / 30), axis: Vector3(0, 0, 1)) * Self.motion.orientation(at: time)
        }
    }

    /// The diagnosis of the estimate with the orientations changed.
    func diagnosis(world: String = "enu", _ fault: (UnitQuaternion) -> UnitQuaternion = { $0 }) -> EstimateDiagnosis {
        let readings = EstimateReading.ofQuaternions(times: times, orientations: orientations.map(fault))
        return EstimateDiagnosis(recording, readings: readings, given: ["world": world])
    }

    /// The half turn of East, North, Up to North, East, Down.
    static let northEastDown = UnitQuaternion(unchecked: 0, 0.5.squareRoot(), 0.5.squareRoot(), 0)

    static let up = Vector3(0, 0, 1)
}
