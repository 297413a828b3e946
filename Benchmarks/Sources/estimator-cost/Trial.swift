import FilteringWorkload
import Measuring
import Recordings
import SensorModel

/// A recording in memory for both languages. Its three sensors have the same sampling times.
struct Trial {
    let name: String
    let frames: [SensorFrame]
    /// The accelerations, in rows of three numbers.
    let acceleration: [Double]
    let rate: [Double]
    let field: [Double]
    var times: [Double] { frames.map(\.time) }

    /// A phone that rotates back and forth.
    static let simulated = Trial(name: "synthetic motion", frames: CostCase.frames)

    /// A trial of BROAD in the layout `broad`.
    init(path: String) throws {
        let recording = try RecordingReader(layout: try LayoutCatalogue.builtIn.layout(named: "broad")).read(path: path)
        guard let acceleration = recording.accelerometer, let rate = recording.gyroscope,
            let field = recording.magnetometer, acceleration.times == rate.times, field.times == rate.times
        else { throw Failure(description: "\(path): the three sensors must have the same times") }
        let frames = rate.times.indices.map { index in
            SensorFrame(
                time: rate.times[index],
                accelerometer: acceleration.values[index],
                gyroscope: rate.values[index],
                magnetometer: field.values[index]
            )
        }
        self.init(name: recording.name, frames: frames)
    }

    private init(name: String, frames: [SensorFrame]) {
        self.name = name
        self.frames = frames
        func rows(_ values: [Vector3?]) -> [Double] {
            values.flatMap { value in value.map { [$0.x, $0.y, $0.z] } ?? [.nan, .nan, .nan] }
        }
        acceleration = rows(frames.map(\.accelerometer))
        rate = rows(frames.map(\.gyroscope))
        field = rows(frames.map(\.magnetometer))
    }
}
