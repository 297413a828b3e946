import Recordings
import SensorFilters
import SensorModel
import TestSupport

/// Orientations that `triad` finds in a recording, with their times.
enum RecordedOrientations {
    /// A phone held for augmented reality, Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004: 90 Hz, a magnetometer's
    /// noise.
    static let phone = "smartphone-attitude/Thibaud_iPhone4S_NoDist_AR"

    static func triad(_ recording: Recording, count: Int) -> (times: [Seconds], orientations: [UnitQuaternion]) {
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer else {
            return ([], [])
        }
        var times: [Seconds] = []
        var orientations: [UnitQuaternion] = []
        var place = 0
        for (time, acceleration) in zip(accelerometer.times, accelerometer.values) where time >= magnetometer.times[0] {
            while place + 1 < magnetometer.count, magnetometer.times[place + 1] <= time { place += 1 }
            guard
                let orientation = Triad.orientation(
                    acceleration: acceleration,
                    magneticField: magnetometer.values[place]
                )
            else { continue }
            times.append(time)
            orientations.append(orientation)
            if times.count == count { break }
        }
        return (times, orientations)
    }
}
