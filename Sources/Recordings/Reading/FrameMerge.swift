package import SensorModel

/// The sensor streams of a recording, merged into one sequence of frames in order of time. Samples of different streams
/// with the same timestamp form one frame.
///
/// If a single stream has several samples with the same timestamp, each of these samples is in a separate frame.
package struct FrameMerge: Sequence, IteratorProtocol {
    private let recording: Recording
    private var indices = (accelerometer: 0, gyroscope: 0, magnetometer: 0, attitude: 0, heading: 0)

    package init(_ recording: Recording) {
        self.recording = recording
    }

    package mutating func next() -> SensorFrame? {
        let inertial = Swift.min(
            Self.time(recording.accelerometer, indices.accelerometer),
            Self.time(recording.gyroscope, indices.gyroscope)
        )
        let directions = Swift.min(
            Self.time(recording.magnetometer, indices.magnetometer),
            Swift.min(Self.time(recording.attitude, indices.attitude), Self.time(recording.heading, indices.heading))
        )
        let time = Swift.min(inertial, directions)
        guard time < .infinity else { return nil }
        return SensorFrame(
            time: time,
            accelerometer: Self.nextValue(recording.accelerometer, &indices.accelerometer, at: time),
            gyroscope: Self.nextValue(recording.gyroscope, &indices.gyroscope, at: time),
            magnetometer: Self.nextValue(recording.magnetometer, &indices.magnetometer, at: time),
            attitude: Self.nextValue(recording.attitude, &indices.attitude, at: time),
            heading: Self.nextValue(recording.heading, &indices.heading, at: time)
        )
    }

    /// Appends at most `count` further frames. In contrast to ``next()``, this function copies each frame only once.
    package mutating func append(_ count: Int, to frames: inout [SensorFrame]) {
        for _ in 0..<count {
            guard let frame = next() else { return }
            frames.append(frame)
        }
    }

    private static func time<Value>(_ stream: SensorStream<Value>?, _ index: Int) -> Seconds {
        guard let stream, index < stream.count else { return .infinity }
        return stream.times[index]
    }

    private static func nextValue<Value>(_ stream: SensorStream<Value>?, _ index: inout Int, at time: Seconds) -> Value?
    {
        guard let stream, index < stream.count, stream.times[index] == time else { return nil }
        defer { index += 1 }
        return stream.values[index]
    }
}
