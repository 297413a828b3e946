public import SensorModel

/// The options of an evaluation.
public struct EvaluationOptions: Sendable, Hashable {
    /// The constant heading difference that is removed before errors are counted; none by default. An estimate without a
    /// magnetometer, whose heading starts at an arbitrary angle, is then compared with ``HeadingAlignment/constant``.
    public var headingAlignment: HeadingAlignment
    /// The rate of the display frames of frame-to-frame jitter; 30 Hz by default.
    public let displayRate: Hertz
    /// Whether the sensors' times are shifted onto the clock of the reference or the poses; false by default.
    public var alignsClocks = false

    /// Whether samples that cannot be measurements are excluded; false by default. They are named in any case.
    public var excludesOutliers = false

    /// The rule that associates a reference sample with estimates; interpolation by default.
    public var association = Association.interpolated()
    /// Whether constant rotations of the reference's body and world frames are fitted first; false by default.
    public var fitsFrames = false
    /// The kind of reference. If nil, the ground truth where the recording has one, else the gyroscope, else the
    /// device's own attitude.
    public var reference: ReferenceKind?
    /// The time after the first sensor sample that is excluded from every figure. Pipelines still process it. 0 by
    /// default.
    public var skip: Seconds = 0
    /// Whether runs include the series for plots; false by default.
    public var keepsSeries = false
    /// The number of columns to which the error over time of the series is reduced; ``RunSeries/columns`` by default.
    public var seriesColumns = RunSeries.columns
    /// The metrics to measure; nil for all, the default. Measuring few metrics of many pipelines saves most of the
    /// time.
    public var metrics: Set<MetricName>?
    /// Whether root mean squares have intervals within the recording, and remarks name figures
    /// that the start-up dominates; true by default.
    public var withinRecordingIntervals = true
    /// The span of the short-term error, and the time over which an integrated gyroscope is trusted; 2 s by default.
    public let span: Seconds

    /// Creates options; all other properties have their defaults.
    public init(headingAlignment: HeadingAlignment = .none, displayRate: Hertz = 30, span: Seconds = 2) {
        precondition(displayRate > 0 && displayRate <= 1_000, "the display rate is above 0 and at most 1000 Hz")
        self.headingAlignment = headingAlignment
        precondition(Self.spans.contains(span), "the span is from 0.5 to 60 s")
        self.displayRate = displayRate
        self.span = span
    }

    /// The accepted spans, in seconds.
    public static let spans: ClosedRange<Seconds> = 0.5...60

    /// Whether the options request at least one of these metrics.
    func asks(for names: some Sequence<MetricName>) -> Bool {
        guard let metrics else { return true }
        return names.contains(where: metrics.contains)
    }

    /// The longest interval between reference samples that is interpolated: six frames of a 60 Hz motion capture, or
    /// one of 10 Hz.
    package static let longestReferenceGap: Seconds = 0.101
}

/// The constant heading difference that is removed before errors are counted.
public enum HeadingAlignment: String, Sendable, Hashable, CaseIterable, Codable {
    /// No difference is removed. The estimate's north is compared with the reference's.
    case none
    /// The mean difference over the evaluated samples.
    case constant
    /// The difference at the first evaluated sample.
    case first
}
