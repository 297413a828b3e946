package import Recordings
public import SensorModel

/// The reference that the runs over a recording are compared with, or the reason why it is missing.
struct ComparisonReference {
    let kind: ReferenceKind
    var stream: ReferenceStream?
    /// The maximum time span over which the reference is reliable, in seconds; `nil` if the span is unlimited.
    let span: Seconds?
    /// The reason why ``stream`` is `nil`.
    private(set) var reasonWithout: String?
    /// A description of the reference for readers of a report.
    let remark: String
    /// The fit of the reference's frames; `nil` if no frames were fitted.
    private(set) var frames: FrameFit?
    /// The reason why the reference's north is unknown; `nil` if it is known.
    private(set) var reasonWithoutNorth: String?

    /// Selects the reference.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - wanted: the kind of reference. If the kind is `nil`, the first available kind is used: the recording's
    ///     reference orientation, the gyroscope, or the device's attitude.
    ///   - span: the span over which estimates are compared with the integrated gyroscope, in seconds.
    ///   - skip: the length of the ignored part after the first sensor sample, in seconds.
    init(_ recording: Recording, wanted: ReferenceKind?, span: Seconds, skip: Seconds = 0) {
        let hasTruth = recording.reference?.isValid.contains(true) ?? false
        let hasGyroscope = (recording.gyroscope?.count ?? 0) > 1
        let hasAttitude = (recording.attitude?.count ?? 0) > 1
        let kind = wanted ?? (hasTruth ? .truth : hasGyroscope ? .gyroscope : hasAttitude ? .device : .truth)
        self.kind = kind
        self.span = kind == .gyroscope ? span : nil
        let because = wanted == nil && kind != .truth ? ", because the recording has no reference orientation" : ""
        switch kind {
        case .truth:
            stream = hasTruth ? recording.reference : nil
            reasonWithout =
                recording.reference == nil
                ? "the recording has no reference orientation" : "the recording's reference has no valid sample"
            remark = hasTruth ? "reference: the recording's reference orientation" : "reference: none"
        case .device:
            stream = hasAttitude ? recording.attitude.map(ReferenceStream.init(valid:)) : nil
            reasonWithout = "the recording has no attitude of the device to compare with"
            remark = "reference: the device's own attitude\(because); all values are differences, not errors"
        case .gyroscope:
            let gyroscope = hasGyroscope ? GyroscopeReference(recording) : nil
            stream = gyroscope?.stream
            reasonWithout = "the recording has no gyroscope to compare with"
            let rest = gyroscope?.rest ?? 0
            let bias =
                rest > 0
                ? "its bias is estimated from \(rest) s at rest"
                : "the device is never at rest for 1 s, so its bias is assumed to be 0"
            remark =
                "reference: the gyroscope, integrated over spans of \(Self.text(span)) s\(because); \(bias); filters that "
                + "follow the gyroscope agree with it by construction, so compare increments, jumps and lag, not accuracy"
        }
        mask(by: recording, skip: skip)
    }

    /// Excludes reference samples in the skipped start and in the recording's masks from the evaluation.
    ///
    /// For the reference orientation, only the skipped start is excluded here, because the recording's reader has
    /// already applied the masks.
    private mutating func mask(by recording: Recording, skip: Seconds) {
        var excluded = kind == .truth ? [] : recording.excluded
        if skip > 0, let start = recording.sensorStart { excluded.append(-.greatestFiniteMagnitude...(start + skip)) }
        stream?.mask(evaluated: kind == .truth ? nil : recording.evaluated, excluded: excluded)
        guard let masked = stream, !masked.isValid.contains(true), !excluded.isEmpty else { return }
        stream = nil
        reasonWithout = "the masks and --skip exclude all samples of the reference"
    }

    private static func text(_ seconds: Seconds) -> String { Int(exactly: seconds).map(String.init) ?? "\(seconds)" }

    /// Fits the reference's frames to the recording's sensors. Discards the reference if the fit fails.
    ///
    /// - Returns: a remark for readers of a report.
    mutating func fitFrames(to recording: Recording) -> String {
        guard kind == .truth, let truth = stream else { return "frames were not fitted: no reference orientation" }
        switch truth.fittingFrames(to: recording) {
        case .success((let fitted, let fit)):
            stream = fitted
            frames = fit
            reasonWithoutNorth = "the fit of the frames does not determine north; use --heading-alignment"
            return fit.text
        case .failure(let error):
            stream = nil
            let reason = "the reference's frames could not be fitted: \(error.reason)"
            reasonWithout = reason
            return reason
        }
    }

    /// The reason why the reference's orientations are not relative to north and the vertical; `nil` if they are
    /// relative to both.
    var reasonWithoutFrame: String? {
        span.map {
            "the integrated gyroscope measures rotation over \(Self.text($0)) s, but not north and up"
        }
    }
}

extension ReferenceStream {
    /// Creates a reference from orientations that are all valid.
    package init(valid stream: SensorStream<UnitQuaternion>) {
        self.init(times: stream.times, orientations: stream.values, isValid: stream.times.map { _ in true })
    }
}

/// The kind of reference that estimates are compared with.
public enum ReferenceKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The recording's reference orientation: motion capture, or the exact orientation of a simulation.
    case truth
    /// The attitude that the device itself computes. Metrics are differences from this attitude, not errors.
    case device
    /// The device's gyroscope, integrated over short spans.
    case gyroscope
}

extension EvaluationRun {
    /// Returns a Boolean value that indicates whether a better value of the metric shows a better pipeline.
    ///
    /// With the device's attitude as the reference, this is only the case for metrics that do not depend on the
    /// reference, because the device can be wrong. With the gyroscope as the reference, it is not the case for accuracy,
    /// because pipelines that follow the gyroscope agree with it by construction. The pipeline `gyroscope` without
    /// filters is this reference itself, except for the bias.
    package func canRank(by metric: Metric) -> Bool {
        guard let kind = reference?.kind, kind != .truth, !MetricCatalogue.withoutReference.contains(metric) else {
            return true
        }
        return kind == .gyroscope && metric.group != .accuracy && !isIntegratedGyroscope
    }

    private var isIntegratedGyroscope: Bool {
        pipeline.source == nil && !pipeline.name.contains { "+|".contains($0) }
            && pipeline.name.prefix { $0 != ":" } == "gyroscope"
    }
}

/// The reference of a run, and the rule that matched reference samples with estimates.
public struct ReferenceSummary: Sendable, Hashable, Codable {
    /// The kind of reference.
    public var kind: ReferenceKind
    /// The rule that matched reference samples with estimates, in the notation of the command line; `exact` if every
    /// reference sample has an estimate at the same time.
    public var alignment: String
    /// The maximum span over which the reference is reliable, in seconds; `nil` if the span is unlimited.
    public var span: Seconds?
    /// The fit of the reference's frames; `nil` if no frames were fitted.
    public var frames: FrameFit?
    /// The constant heading difference that was removed; `nil` if no difference was removed.
    public var headingAlignment: HeadingAlignment?

    static let exact = "exact"

    /// Creates the summary of a reference.
    public init(
        kind: ReferenceKind,
        alignment: String,
        span: Seconds? = nil,
        frames: FrameFit? = nil,
        headingAlignment: HeadingAlignment? = nil
    ) {
        self.kind = kind
        self.headingAlignment = headingAlignment
        self.alignment = alignment
        self.span = span
        self.frames = frames
    }

    enum CodingKeys: String, CodingKey {
        case kind
        case alignment
        case span = "span_s"
        case frames
        case headingAlignment = "heading_alignment"
    }
}

/// The integrated gyroscope as a reference over short spans.
///
/// The bias is the median of the mean angular rates of all seconds at rest. Over 2 s, a bias error of 0.01°/s causes an
/// error of 0.02°, and the noise of a phone's gyroscope (0.005°/s/√Hz) causes 0.007°. Both errors are small compared
/// with the errors of pipelines. The gyroscope measures neither north nor up.
struct GyroscopeReference {
    let stream: ReferenceStream
    /// The number of seconds at rest from which the bias was estimated.
    let rest: Int

    /// Creates the reference of a recording. Returns `nil` if the recording has no gyroscope.
    init?(_ recording: Recording) {
        guard let gyroscope = recording.gyroscope else { return nil }
        let means = RestSegments(recording).meanRates(of: gyroscope)
        rest = means.count
        let track = OrientationTrack(integrating: gyroscope, bias: means.isEmpty ? .zero : Self.median(of: means))
        stream = ReferenceStream(valid: SensorStream(times: track.times, values: track.orientations))
    }

    /// Returns the median of each component.
    static func median(of vectors: [Vector3]) -> Vector3 {
        Vector3(
            ErrorStatistics.median(of: vectors.map { $0.x }),
            ErrorStatistics.median(of: vectors.map { $0.y }),
            ErrorStatistics.median(of: vectors.map { $0.z })
        )
    }
}
