package import Recordings
import SensorModel

/// The evidence of the checks: the recording, with the corrections of the earlier checks.
struct CheckEvidence {
    var recording: Recording {
        didSet {
            isAsRecorded = false
            knownMoments = [:]
        }
    }
    private var isAsRecorded = true
    private var knownMoments: [String: [TurnMoment]] = [:]
    /// The clock of the recording without corrections.
    private let recordedClock: RecordingClockComparison?
    /// The number of samples below which a stream is not checked.
    static let minimumSamples = 10

    /// Whether the reference's frames are fitted later.
    let fitsFrames: Bool

    /// - Parameter clock: the clock comparison of the recording.
    init(_ recording: Recording, clock: RecordingClockComparison?, fitsFrames: Bool = false) {
        self.recording = recording
        self.fitsFrames = fitsFrames
        recordedClock = clock
    }

    /// The comparison of the sensors' clock with the other clock, for the recording with its corrections.
    var clock: RecordingClockComparison? { isAsRecorded ? recordedClock : RecordingClockComparison(recording) }

    /// The orientations with which the sensors are compared, and the names of their streams.
    var orientations: [(name: String, track: ReferenceStream)] {
        var tracks: [(name: String, track: ReferenceStream)] = []
        if let attitude = recording.attitude, attitude.count >= Self.minimumSamples {
            let isValid = Array(repeating: true, count: attitude.count)
            let track = ReferenceStream(times: attitude.times, orientations: attitude.values, isValid: isValid)
            tracks.append(("attitude", track))
        }
        if let reference = recording.reference, reference.isValid.count(where: \.self) >= Self.minimumSamples {
            tracks.append(("reference", reference))
        }
        return tracks
    }

    /// The moments of one of the orientations. O(n) at the first call for an orientation and a recording.
    mutating func moments(of orientation: (name: String, track: ReferenceStream)) -> [TurnMoment] {
        if let known = knownMoments[orientation.name] { return known }
        let moments = TurnMoment.moments(of: orientation.track, in: recording)
        knownMoments[orientation.name] = moments
        return moments
    }

    /// The lengths of a stream's finite vectors; nil for too few vectors.
    static func lengths(of stream: SensorStream<Vector3>) -> [Double]? {
        var lengths: [Double] = []
        lengths.reserveCapacity(stream.count)
        for value in stream.values where value.isFinite { lengths.append(value.length) }
        return lengths.count >= minimumSamples ? lengths : nil
    }

    /// The interquartile range of the specific force, as a share of its median, from which gravity does not dominate:
    /// 0.43 to 1.2 of people who run with a phone, 0.1 to 0.35 of people who walk (Michel et al. 2018).
    private static let vigorousSpread = 0.4

    /// Whether the motion is so vigorous, such as running, that the specific force does not show gravity.
    static func isVigorous(_ lengths: [Double]) -> Bool {
        let sorted = lengths.sorted()
        let median = ErrorStatistics.quantile(0.5, ofSorted: sorted)
        let range = ErrorStatistics.quantile(0.75, ofSorted: sorted) - ErrorStatistics.quantile(0.25, ofSorted: sorted)
        return range >= vigorousSpread * median
    }
}

extension SensorStream<Vector3> {
    /// The same stream in another unit.
    package func scaled(by factor: Double) -> SensorStream {
        SensorStream(times: times, values: values.map { $0 * factor })
    }
}

extension SensorStream {
    /// The same stream with times in another unit.
    func timed(by factor: Double) -> SensorStream {
        SensorStream(times: times.map { $0 * factor }, values: values)
    }
}
