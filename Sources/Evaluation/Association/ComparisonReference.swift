import Recordings
public import SensorModel

/// What the runs over a recording are held against: a stream, or why there is none.
struct ComparisonReference {
    let kind: ReferenceKind
    var stream: ReferenceStream?
    /// How long the stream can be trusted; nil where it can all along.
    let span: Seconds?
    /// Why there is no stream.
    private(set) var reasonWithout: String?
    /// Which reference it is, in words.
    let remark: String
    /// What was fitted of its frames; nil where nothing was.
    private(set) var frames: FrameFit?
    /// Why its north is not known; nil where it is.
    private(set) var reasonWithoutNorth: String?

    /// - Parameters:
    ///   - wanted: nil for the truth where there is one, else the gyroscope, else the device's attitude.
    ///   - skip: how much is left out after the first sensor sample.
    init(_ recording: Recording, wanted: ReferenceKind?, span: Seconds, skip: Seconds = 0) {
        let hasTruth = recording.reference?.isValid.contains(true) ?? false
        let hasGyroscope = (recording.gyroscope?.count ?? 0) > 1
        let hasAttitude = (recording.attitude?.count ?? 0) > 1
        let kind = wanted ?? (hasTruth ? .truth : hasGyroscope ? .gyroscope : hasAttitude ? .device : .truth)
        self.kind = kind
        self.span = kind == .gyroscope ? span : nil
        let because = wanted == nil && kind != .truth ? "the recording has no truth; " : ""
        switch kind {
        case .truth:
            stream = hasTruth ? recording.reference : nil
            reasonWithout =
                recording.reference == nil
                ? "the recording has no reference orientation" : "the recording's reference has no valid sample"
            remark = "reference: the recording's truth"
        case .device:
            stream = hasAttitude ? recording.attitude.map(Self.stream) : nil
            reasonWithout = "the recording has no attitude of the device's own to be held against"
            remark = "reference: \(because)the device's own attitude; figures are differences from it, not errors"
        case .gyroscope:
            let gyroscope = hasGyroscope ? recording.gyroscope.map(GyroscopeReference.init) : nil
            stream = gyroscope?.stream
            reasonWithout = "the recording has no gyroscope to be held against"
            let bias =
                (gyroscope?.rest ?? 0) > 0
                ? "its bias from \(Self.text(gyroscope?.rest ?? 0)) s of rest"
                : "it never rests, so its bias is taken for 0"
            remark = "reference: \(because)the integrated gyroscope over spans of \(Self.text(span)) s; \(bias)"
        }
        mask(by: recording, skip: skip)
    }

    /// Leaves out what the recording's masks exclude, and the start that is skipped. The truth's masks were applied when
    /// it was read.
    private mutating func mask(by recording: Recording, skip: Seconds) {
        var excluded = kind == .truth ? [] : recording.excluded
        if skip > 0, let start = recording.sensorStart { excluded.append(-.greatestFiniteMagnitude...(start + skip)) }
        stream?.mask(evaluated: kind == .truth ? nil : recording.evaluated, excluded: excluded)
        guard let masked = stream, !masked.isValid.contains(true), !excluded.isEmpty else { return }
        stream = nil
        reasonWithout = "the masks and --skip leave no sample of the reference"
    }

    private static func text(_ seconds: Seconds) -> String { Int(exactly: seconds).map(String.init) ?? "\(seconds)" }

    /// Brings the truth into the device's and the Earth's frames as the recording's sensors tell of them. A truth whose
    /// frames cannot be fitted is none.
    ///
    /// - Returns: what a reader must know.
    mutating func fitFrames(to recording: Recording) -> String {
        guard kind == .truth, let truth = stream else { return "frames were not fitted: there is no truth" }
        switch truth.fittingFrames(to: recording) {
        case .success((let fitted, let fit)):
            stream = fitted
            frames = fit
            reasonWithoutNorth = "the truth's north was not fitted: heading counts with --heading-alignment only"
            return fit.text
        case .failure(let error):
            stream = nil
            let reason = "the truth's frames could not be fitted: \(error.reason)"
            reasonWithout = reason
            return reason
        }
    }

    private static func stream(_ attitude: SensorStream<UnitQuaternion>) -> ReferenceStream {
        ReferenceStream(
            times: attitude.times,
            orientations: attitude.values,
            isValid: attitude.times.map { _ in true }
        )
    }

    /// Why the reference says nothing of where north and up are; nil where it does.
    var reasonWithoutFrame: String? {
        span.map {
            "the integrated gyroscope knows how the device turned over \(Self.text($0)) s, not where north and up are"
        }
    }
}

/// What estimates are held against.
public enum ReferenceKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The recording's reference orientation: motion capture, or a simulation's truth.
    case truth
    /// The device's own fused attitude. Figures are differences from it, not errors.
    case device
    /// The device's gyroscope, integrated over short spans.
    case gyroscope
}

/// What a run was held against, and how.
public struct ReferenceSummary: Sendable, Hashable, Codable {
    public var kind: ReferenceKind
    /// `exact` where every estimate was taken at the very time of its reference sample; else the ``Association``.
    public var alignment: String
    /// How long the reference can be trusted; nil where it can all along.
    public var span: Seconds?
    /// What was fitted of the truth's frames; nil where nothing was.
    public var frames: FrameFit?

    static let exact = "exact"

    public init(kind: ReferenceKind, alignment: String, span: Seconds? = nil, frames: FrameFit? = nil) {
        self.kind = kind
        self.alignment = alignment
        self.span = span
        self.frames = frames
    }

    enum CodingKeys: String, CodingKey {
        case kind
        case alignment
        case span = "span_s"
        case frames
    }
}
