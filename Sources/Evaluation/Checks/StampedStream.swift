import Recordings
import SensorModel

/// The times of one stream of a recording.
struct StampedStream {
    let kind: StreamKind
    let times: [Seconds]

    /// From the first to the last; nil without samples.
    var range: ClosedRange<Seconds>? {
        guard let first = times.first, let last = times.last else { return nil }
        return first...last
    }
}

extension Recording {
    /// The times of every stream that there is.
    var stampedStreams: [StampedStream] {
        let times: [(StreamKind, [Seconds]?)] = [
            (.accelerometer, accelerometer?.times), (.gyroscope, gyroscope?.times),
            (.magnetometer, magnetometer?.times), (.heading, heading?.times), (.location, location?.times),
            (.attitude, attitude?.times), (.pose, pose?.times), (.reference, reference?.times),
        ]
        return times.compactMap { kind, times in times.map { StampedStream(kind: kind, times: $0) } }
    }
}
