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

/// The check that the accelerometer measures gravity: 9.81 m/s² at rest, and in the median of a walk.
enum AccelerationUnitCheck: RecordingCheck {
    static let name = "acceleration unit"

    /// The range at rest: the scale and bias errors of a phone are a few per cent.
    private static let atRest = 9.0...10.6
    /// The range of the median in motion, over steps and swings.
    private static let inMotion = 8.3...12.0
    /// The factors for other units, and the corresponding setting of the layout.
    private static let units: [(factor: Double, what: String)] = [
        (Gravity.standard, "g fits: write 'unit: g' for the accelerometer in the layout"),
        (1 / Gravity.standard, "m/s^2 read as g fit: write 'unit: m/s^2' for the accelerometer in the layout"),
        (Gravity.standard * 1e-3, "thousandths of g fit: divide by 1000 and write 'unit: g' in the layout"),
        (0.01, "cm/s^2 fit: divide the accelerometer's columns by 100"),
        (1e-3, "mm/s^2 fit: divide the accelerometer's columns by 1000"),
    ]

    /// The share of the samples below gravity in a motion whose median is above it.
    private static let minimumShareBelow = 0.05

    /// Whether a considerable share of the lengths is below gravity: a runner's feet leave the ground.
    private static func reachesFreeFall(_ lengths: [Double]) -> Bool {
        let below = lengths.count { $0 < Gravity.standard }
        return Double(below) >= minimumShareBelow * Double(lengths.count)
    }

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.accelerometer else { return [.unknown("no accelerometer")] }
        guard let lengths = CheckEvidence.lengths(of: stream) else { return [.unknown("too few samples")] }
        let rests = SteadyWindows(stream).means
        let median = ErrorStatistics.median(of: rests.isEmpty ? lengths : rests.map { $0.length })
        let range = rests.isEmpty ? inMotion : atRest
        let when = rests.isEmpty ? "in the median, without rest" : "at rest"
        let figure = "\(CheckText.number(median)) m/s² \(when)"
        if range.contains(median) { return [.agrees(figure)] }
        let fit = units.first { range.contains(median * $0.factor) }
        let isFast = rests.isEmpty && median > inMotion.upperBound
        if isFast, reachesFreeFall(lengths) || fit == nil && CheckEvidence.isVigorous(lengths) {
            return [.unknown("\(figure): the motion is too vigorous, such as running")]
        }
        if let fit { evidence.recording.accelerometer = stream.scaled(by: fit.factor) }
        let hasNoGravity = fit == nil && median < range.lowerBound / 2
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: figure,
                    expected: "9.81",
                    fits: fit?.what
                        ?? (hasNoGravity
                            ? "gravity seems to be removed: record the acceleration including gravity" : nil),
                    confidence: fit == nil ? .possible : rests.isEmpty ? .likely : .certain
                )
            )
        ]
    }
}
