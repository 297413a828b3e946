package import SensorModel

/// The sensor streams of a recording as one sequence of frames in time. Samples with the same time stamp form one
/// frame.
///
/// If a stream has several samples with one time stamp, each of them is in a frame of its own.
package struct FrameMerge: Sequence, IteratorProtocol {
    private let recording: Recording
    private var places = (accelerometer: 0, gyroscope: 0, magnetometer: 0, attitude: 0, heading: 0)

    package init(_ recording: Recording) {
        self.recording = recording
    }

    package mutating func next() -> SensorFrame? {
        let inertial = Swift.min(
            Self.time(recording.accelerometer, places.accelerometer),
            Self.time(recording.gyroscope, places.gyroscope)
        )
        let directions = Swift.min(
            Self.time(recording.magnetometer, places.magnetometer),
            Swift.min(Self.time(recording.attitude, places.attitude), Self.time(recording.heading, places.heading))
        )
        let time = Swift.min(inertial, directions)
        guard time < .infinity else { return nil }
        return SensorFrame(
            time: time,
            accelerometer: Self.nextValue(recording.accelerometer, &places.accelerometer, at: time),
            gyroscope: Self.nextValue(recording.gyroscope, &places.gyroscope, at: time),
            magnetometer: Self.nextValue(recording.magnetometer, &places.magnetometer, at: time),
            attitude: Self.nextValue(recording.attitude, &places.attitude, at: time),
            heading: Self.nextValue(recording.heading, &places.heading, at: time)
        )
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
