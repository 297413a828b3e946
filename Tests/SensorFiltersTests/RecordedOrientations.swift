import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Orientations of the triad for the samples of a recording, with their times.
enum RecordedOrientations {
    /// A hand-held phone at 90 Hz with the noise of a magnetometer: Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004.
    static let phone = "smartphone-attitude/Thibaud_iPhone4S_NoDist_AR"

    /// A recording in the shared datasets.
    struct Source: Sendable, CustomTestStringConvertible {
        let path: String
        let layout: String
        var testDescription: String { path }
    }

    static let recordings =
        [
            "02_undisturbed_slow_rotation_B", "07_undisturbed_fast_rotation_B", "11_undisturbed_slow_translation_B",
            "16_undisturbed_fast_translation_B", "21_undisturbed_fast_combined", "24_disturbed_tapping_A",
            "30_disturbed_stationary_magnet_C", "34_disturbed_attached_magnet_3cm",
        ].map { Source(path: "broad/\($0).csv", layout: "broad") }
        + [
            "Guillaume_Nexus5_Dist_Texting", "Guillaume_iPhone4S_Dist_AR", "Guillaume_iPhone4S_NoDist_Texting",
            "Jakob_iPhone5_NoDist_AR", "Jakob_iPhone5_NoDist_Swinging", "Thibaud_Nexus5_NoDist_AR",
            "Thibaud_iPhone4S_NoDist_AR", "Thibaud_iPhone4S_NoDist_FrontPocket", "Thibaud_iPhone5_Dist_AR",
        ].map { Source(path: "smartphone-attitude/\($0)", layout: "smartphone-attitude") }
        + [
            Source(path: "ios-logger/2021-07-29T12-52-25", layout: "ios-logger"),
            Source(path: "imu/fusion-sensor_data.csv", layout: "x-io"),
            Source(path: "advio/advio-20", layout: "advio"),
            Source(path: "advio/advio-22", layout: "advio"),
        ].filter { SharedDatasets.has($0.path) }

    static let trajectories = [
        "V102.txt", "V102_groundtruth.csv", "fr2_desk_ORB.txt", "fr2_desk_groundtruth.txt",
        "freiburg1_xyz-groundtruth.txt", "freiburg1_xyz-rgbdslam.txt", "freiburg1_xyz-rgbdslam_drift.txt",
    ]

    static func triad(_ recording: Recording, count: Int) -> (times: [Seconds], orientations: [UnitQuaternion]) {
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer else {
            return ([], [])
        }
        var times: [Seconds] = []
        var orientations: [UnitQuaternion] = []
        var latest = 0
        for (time, acceleration) in zip(accelerometer.times, accelerometer.values) where time >= magnetometer.times[0] {
            while latest + 1 < magnetometer.count, magnetometer.times[latest + 1] <= time { latest += 1 }
            guard
                let orientation = Triad.orientation(
                    acceleration: acceleration,
                    magneticField: magnetometer.values[latest]
                )
            else { continue }
            times.append(time)
            orientations.append(orientation)
            if times.count == count { break }
        }
        return (times, orientations)
    }
}
