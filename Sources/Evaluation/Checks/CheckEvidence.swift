package import Recordings
import SensorModel

/// The data that checks examine: the recording with the corrections of earlier checks.
struct CheckEvidence {
    /// A Boolean value that indicates whether the check of the field's strength has reported and corrected hard iron.
    var hasReportedHardIron = false
    var recording: Recording {
        didSet {
            isAsRecorded = false
            knownMoments = [:]
        }
    }
    private var isAsRecorded = true
    private var knownMoments: [String: [TurnMoment]] = [:]
    private var knownTimings: [(times: [Seconds], timing: StreamTiming)] = []
    /// The comparison of the recording's clocks before any correction; `nil` if there are no clocks to compare.
    private let recordedClock: RecordingClockComparison?
    /// The minimum number of samples for a check of a stream.
    static let minimumSamples = 10

    /// A Boolean value that indicates whether the evaluation will fit the reference's frames to the sensors.
    let fitsFrames: Bool

    /// Creates the evidence from a recording to which no corrections were applied yet.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - clock: the comparison of the recording's clocks; `nil` if there are no clocks to compare.
    ///   - fitsFrames: whether the evaluation will fit the reference's frames to the sensors.
    init(_ recording: Recording, clock: RecordingClockComparison?, fitsFrames: Bool = false) {
        self.recording = recording
        self.fitsFrames = fitsFrames
        recordedClock = clock
    }

    /// The comparison of the clocks of the corrected recording; `nil` if there are no clocks to compare.
    var clock: RecordingClockComparison? { isAsRecorded ? recordedClock : RecordingClockComparison(recording) }

    /// The orientations with which the sensors are compared: the attitude and the reference, each with its name.
    var orientations: [(name: String, track: ReferenceStream)] {
        var tracks: [(name: String, track: ReferenceStream)] = []
        if let attitude = recording.attitude, attitude.count >= Self.minimumSamples {
            tracks.append(("attitude", ReferenceStream(valid: attitude)))
        }
        if let reference = recording.reference, reference.isValid.count(where: \.self) >= Self.minimumSamples {
            tracks.append(("reference", reference))
        }
        return tracks
    }

    /// Returns the rotations of an orientation over short spans, each with the mean readings of the sensors. The result
    /// is stored for later calls.
    ///
    /// O(n) at the first call for an orientation, O(1) afterwards, unless the recording is corrected.
    mutating func moments(of orientation: (name: String, track: ReferenceStream)) -> [TurnMoment] {
        if let known = knownMoments[orientation.name] { return known }
        let moments = TurnMoment.moments(of: orientation.track, in: recording)
        knownMoments[orientation.name] = moments
        return moments
    }

    /// The comparison of gravity's rotation with the gyroscope; `nil` without these sensors, and for a short recording.
    var gravityTurn: TurnRelation? {
        guard let force = recording.accelerometer, let rate = recording.gyroscope else { return nil }
        return TurnRelation(vector: VectorSeries(finite: force), rate: VectorSeries(finite: rate))
    }

    /// Returns the sampling of a stream. The result is stored, because streams from the same file have equal times.
    ///
    /// O(n).
    mutating func timing(of times: [Seconds]) -> StreamTiming {
        if let known = knownTimings.first(where: { $0.times == times }) { return known.timing }
        let timing = StreamTiming(times)
        knownTimings.append((times, timing))
        return timing
    }

    /// Returns the lengths of a stream's finite vectors, or `nil` for fewer than ``minimumSamples`` finite vectors.
    static func lengths(of stream: SensorStream<Vector3>) -> [Double]? {
        var lengths: [Double] = []
        lengths.reserveCapacity(stream.count)
        for value in stream.values where value.isFinite { lengths.append(value.length) }
        return lengths.count >= minimumSamples ? lengths : nil
    }

    /// The ratio above which motion hides gravity: the interquartile range of the specific force, divided by its
    /// median. The ratio is 0.43 to 1.2 for people who run with a phone, and 0.1 to 0.35 for people who walk (Michel et
    /// al. 2018).
    private static let vigorousSpread = 0.4

    /// Returns whether the motion, such as running, is so vigorous that the specific force does not indicate gravity.
    static func isVigorous(_ lengths: [Double]) -> Bool {
        let sorted = lengths.sorted()
        let median = ErrorStatistics.quantile(0.5, ofSorted: sorted)
        let range = ErrorStatistics.quantile(0.75, ofSorted: sorted) - ErrorStatistics.quantile(0.25, ofSorted: sorted)
        return range >= vigorousSpread * median
    }
}

extension SensorStream<Vector3> {
    /// Returns the stream with all vectors multiplied by a factor, to correct the unit.
    package func scaled(by factor: Double) -> SensorStream {
        SensorStream(times: times, values: values.map { $0 * factor })
    }
}

/// The check that the accelerometer measures gravity: the specific force must be about 9.81 m/s² while it is steady.
/// Without steady half seconds, the median of the motion is checked.
enum AccelerationUnitCheck: RecordingCheck {
    static let name = "acceleration unit"

    /// The plausible specific force while it is steady, in m/s². The scale and bias errors of a phone are a few per
    /// cent.
    private static let atRest = 9.0...10.6
    /// The plausible median specific force in motion, in m/s², including steps and swings.
    private static let inMotion = 8.3...12.0
    /// The factors that convert other units to m/s², each with advice on correcting the layout.
    private static let units: [(factor: Double, what: String)] = [
        (Gravity.standard, "the values seem to be in g: write 'unit: g' for the accelerometer in the layout"),
        (
            1 / Gravity.standard,
            "the values seem to be in m/s^2, not g: write 'unit: m/s^2' for the accelerometer in the layout"
        ),
        (
            Gravity.standard * 1e-3,
            "the values seem to be in thousandths of g: divide by 1000, and write 'unit: g' in the layout"
        ),
        (0.01, "the values seem to be in cm/s^2: divide the accelerometer's columns by 100"),
        (1e-3, "the values seem to be in mm/s^2: divide the accelerometer's columns by 1000"),
    ]

    /// The time over which steps and swings average out, in seconds.
    private static let averagingTime: Seconds = 2
    /// The threshold for accelerations that contain gravity. It applies to the length of the mean vector, divided by
    /// the mean length of the vectors. Both means are taken over ``averagingTime``. While walking, this ratio is about
    /// 0.9. Without gravity, it is 0.1 to 0.4.
    private static let minimumSteadiness = 0.5

    /// Returns whether accelerations contain gravity. With gravity, the mean vector over two seconds is not much
    /// shorter than the vectors are on average. O(n).
    private static func containsGravity(_ stream: SensorStream<Vector3>) -> Bool {
        var ratios: [Double] = []
        var (sum, total, start) = (Vector3.zero, 0.0, stream.times.first ?? 0)
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            if time - start >= averagingTime {
                if total > 0 { ratios.append(sum.length / total) }
                (sum, total, start) = (.zero, 0, time)
            }
            (sum, total) = (sum + value, total + value.length)
        }
        return ratios.isEmpty || ErrorStatistics.median(of: ratios) >= minimumSteadiness
    }

    /// The threshold for free fall. Free fall is assumed if at least this share of the specific forces is smaller than
    /// gravity.
    private static let minimumShareBelow = 0.05

    /// Returns whether a considerable share of the specific forces is below gravity, as when a runner's feet leave the
    /// ground.
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
        let when = rests.isEmpty ? "in the median, without rest" : "while steady"
        let figure = "\(CheckText.number(median)) m/s² \(when)"
        let hasGravity = containsGravity(stream)
        // Even without gravity, the median length of accelerations can be close to 9.8 m/s².
        let isByChance = rests.isEmpty && !hasGravity && CheckEvidence.isVigorous(lengths)
        if range.contains(median), !isByChance { return [.agrees(figure)] }
        let fit = hasGravity ? units.first { range.contains(median * $0.factor) } : nil
        let isFast = rests.isEmpty && median > inMotion.upperBound
        if isFast, reachesFreeFall(lengths) || fit == nil && CheckEvidence.isVigorous(lengths) {
            return [.unknown("\(figure): the motion is too vigorous, such as running")]
        }
        if let fit { evidence.recording.accelerometer = stream.scaled(by: fit.factor) }
        let hasNoGravity = !hasGravity || fit == nil && median < range.lowerBound / 2
        return [
            .implausible(
                "accelerometer",
                found: figure,
                expected: "9.81",
                fits: fit?.what
                    ?? (hasNoGravity ? "gravity seems to be removed: record the acceleration including gravity" : nil),
                fit == nil ? .possible : rests.isEmpty ? .likely : .certain
            )
        ]
    }
}
