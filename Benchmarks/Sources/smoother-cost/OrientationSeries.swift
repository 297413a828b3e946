import FilteringWorkload
import Recordings
import SensorFilters
import SensorModel

/// Orientations with their times, oldest first.
struct OrientationSeries {
    let name: String
    let times: [Seconds]
    let orientations: [UnitQuaternion]

    /// A phone that rotates back and forth with noise, repeated eight times.
    static let simulated: OrientationSeries = {
        let pass = CostCase.orientations
        let count = 8 * pass.count
        return OrientationSeries(
            name: "simulated",
            times: (0..<count).map { Double($0) / CostCase.rate },
            orientations: (0..<count).map { pass[$0 % pass.count] }
        )
    }()

    init(name: String, times: [Seconds], orientations: [UnitQuaternion]) {
        self.name = name
        self.times = times
        self.orientations = orientations
    }

    /// Reads a file of poses, or a recording with a layout (`broad:FILE`), whose orientations `triad` estimates.
    init(argument: String) throws {
        let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
        let name = String(argument.split(separator: "/").last ?? "")
        guard parts.count == 2 else {
            let trajectory = try TrajectoryReader(format: .detect(path: argument)).read(path: argument)
            self.init(name: name, times: trajectory.times ?? [], orientations: trajectory.poses.map(\.orientation))
            return
        }
        let layout = try LayoutCatalogue.builtIn.layout(named: parts[0])
        let recording = try RecordingReader(layout: layout).read(path: parts[1])
        self.init(name: name, triadOf: recording)
    }

    private init(name: String, triadOf recording: Recording) {
        var (times, orientations): ([Seconds], [UnitQuaternion]) = ([], [])
        if let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer {
            var index = 0
            for (time, acceleration) in zip(accelerometer.times, accelerometer.values) {
                while index + 1 < magnetometer.count, magnetometer.times[index + 1] <= time { index += 1 }
                guard
                    let orientation = Triad.orientation(
                        acceleration: acceleration,
                        magneticField: magnetometer.values[index]
                    )
                else { continue }
                times.append(time)
                orientations.append(orientation)
            }
        }
        self.init(name: name, times: times, orientations: orientations)
    }
}
