import SensorModel

/// A stage at the start of a pipeline, which changes which samples are read, and when, or corrects them. A value: a copy is
/// a saved state.
protocol StreamStage: Sendable {
    /// Appends the frames that are read up to a recorded frame, in the order of time, the frame's own moment last.
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame])
}

/// Resamples several sensors, each at its own rate.
struct StreamResampler: StreamStage {
    private var sensors: [SensorResampler]

    init(_ sensors: [SensorResampler]) { self.sensors = sensors }

    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame]) {
        var due: [SensorFrame] = []
        var frame = frame
        for index in sensors.indices {
            let sensor = sensors[index].sensor
            for (time, sample) in sensors[index].due(before: frame.time) {
                var single = SensorFrame(time: time)
                single[sensor] = sample
                due.append(single)
            }
            frame[sensor] = sensors[index].read(frame[sensor], at: frame.time)
        }
        if due.count > 1 { due.sort { $0.time < $1.time } }
        for next in due {
            if let last = frames.indices.last, frames[last].time == next.time, sensors.count > 1 {
                for sensor in sensors.map(\.sensor) where next[sensor] != nil { frames[last][sensor] = next[sensor] }
            } else {
                frames.append(next)
            }
        }
        frames.append(frame)
    }
}

extension SystemCompass: StreamStage {
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame]) { frames.append(read(frame)) }
}
