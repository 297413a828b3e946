public import SensorModel

/// What an evaluation counts, and how.
public struct EvaluationOptions: Sendable, Hashable {
    /// Which constant heading difference is taken out before errors are counted; none by default.
    public var headingAlignment: HeadingAlignment
    /// The rate at which a display shows the estimate, for frame-to-frame jitter; 30 Hz by default.
    public let displayRate: Hertz
    /// Whether the sensors' times are moved onto the clock of the truth or the poses; false by default.
    public var alignsClocks = false

    /// Which estimate a reference sample is held against; interpolated by default.
    public var association = Association.interpolated()
    /// Whether constant rotations of the truth's body and world are fitted first; false by default.
    public var fitsFrames = false
    /// What estimates are held against; nil for the truth where there is one, else the gyroscope, else the device's own
    /// attitude.
    public var reference: ReferenceKind?
    /// From the first sensor sample on, this much of each recording is left out of every figure; pipelines run through
    /// it. 0 by default.
    public var skip: Seconds = 0
    /// Whether runs keep what their pictures are made of; false by default.
    public var keepsSeries = false
    /// What is measured of pipelines; nil for everything, the default. Measuring little of many pipelines saves most of
    /// the time.
    public var metrics: Set<MetricName>?
    /// Whether root mean squares have their intervals within the recording, from 2,000 resamples each, and remarks name
    /// figures that the start-up dominates; true by default.
    public var withinRecordingIntervals = true
    /// The span over which the short-term error is taken, and over which an integrated gyroscope is trusted; 2 s by
    /// default.
    public let span: Seconds

    public init(headingAlignment: HeadingAlignment = .none, displayRate: Hertz = 30, span: Seconds = 2) {
        precondition(displayRate > 0 && displayRate <= 1_000, "a display shows some frames per second")
        self.headingAlignment = headingAlignment
        precondition(Self.spans.contains(span), "a span is long enough to hold motion and short enough to be one")
        self.displayRate = displayRate
        self.span = span
    }

    /// The spans that can be asked for.
    public static let spans: ClosedRange<Seconds> = 0.5...60

    /// Whether one of these is asked for.
    func asks(for names: some Sequence<MetricName>) -> Bool {
        guard let metrics else { return true }
        return names.contains(where: metrics.contains)
    }

    /// Between reference samples further apart than this nothing is known: six frames of a 60 Hz motion capture, one of
    /// 10 Hz.
    static let longestReferenceGap: Seconds = 0.101
}
