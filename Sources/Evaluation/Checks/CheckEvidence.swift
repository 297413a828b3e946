import Recordings
import SensorModel

/// What checks look at: the recording, as far as the checks before have put it right.
struct CheckEvidence {
    var recording: Recording {
        didSet {
            isAsRecorded = false
            knownMoments = [:]
        }
    }
    private var isAsRecorded = true
    private var knownMoments: [String: [TurnMoment]] = [:]
    /// Of the recording as it was recorded.
    private let recordedClock: RecordingClock?
    /// Fewer samples than this say nothing.
    static let leastSamples = 10

    /// - Parameter clock: the recording's.
    init(_ recording: Recording, clock: RecordingClock?) {
        self.recording = recording
        recordedClock = clock
    }

    /// The sensors' clock against the other, in the recording as it is by now.
    var clock: RecordingClock? { isAsRecorded ? recordedClock : RecordingClock(recording) }

    /// The orientations that the sensors can be held against, by the name of their stream.
    var orientations: [(name: String, track: ReferenceStream)] {
        var tracks: [(name: String, track: ReferenceStream)] = []
        if let attitude = recording.attitude, attitude.count >= Self.leastSamples {
            let isValid = Array(repeating: true, count: attitude.count)
            let track = ReferenceStream(times: attitude.times, orientations: attitude.values, isValid: isValid)
            tracks.append(("attitude", track))
        }
        if let reference = recording.reference, reference.isValid.count(where: \.self) >= Self.leastSamples {
            tracks.append(("reference", reference))
        }
        return tracks
    }

    /// The moments of one of the orientations.
    mutating func moments(of orientation: (name: String, track: ReferenceStream)) -> [TurnMoment] {
        if let known = knownMoments[orientation.name] { return known }
        let moments = TurnMoment.moments(of: orientation.track, in: recording)
        knownMoments[orientation.name] = moments
        return moments
    }

    /// The lengths of a stream's finite vectors; nil where they are too few.
    static func lengths(of stream: SensorStream<Vector3>) -> [Double]? {
        var lengths: [Double] = []
        lengths.reserveCapacity(stream.count)
        for value in stream.values where value.isFinite { lengths.append(value.length) }
        return lengths.count >= leastSamples ? lengths : nil
    }
}

extension SensorStream<Vector3> {
    /// The same stream in another unit.
    func scaled(by factor: Double) -> SensorStream {
        SensorStream(times: times, values: values.map { $0 * factor })
    }
}

extension SensorStream {
    /// The same stream with times in another unit.
    func timed(by factor: Double) -> SensorStream {
        SensorStream(times: times.map { $0 * factor }, values: values)
    }
}
