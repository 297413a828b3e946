/// The metrics of a run, by the names that reports and `results.json` use. The unit is part of the name.
public enum MetricName: String, Sendable, Hashable, CaseIterable, Codable {
    /// The root mean square of the total orientation error, in degrees.
    case totalRMSE = "total_rmse_deg"
    /// The root mean square of the error about the vertical, in degrees.
    case headingRMSE = "heading_rmse_deg"
    /// The root mean square of the error about a horizontal axis, in degrees.
    case inclinationRMSE = "inclination_rmse_deg"
    /// The mean of the total orientation error, in degrees.
    case totalMean = "total_mean_deg"
    /// The median of the total orientation error, in degrees.
    case totalMedian = "total_median_deg"
    /// The 95th percentile of the total orientation error, in degrees.
    case totalP95 = "total_p95_deg"
    /// The largest total orientation error, in degrees.
    case totalMax = "total_max_deg"
    /// The mean of the error about the vertical, in degrees.
    case headingMean = "heading_mean_deg"
    /// The median of the error about the vertical, in degrees.
    case headingMedian = "heading_median_deg"
    /// The 95th percentile of the error about the vertical, in degrees.
    case headingP95 = "heading_p95_deg"
    /// The largest error about the vertical, in degrees.
    case headingMax = "heading_max_deg"
    /// The mean of the error about a horizontal axis, in degrees.
    case inclinationMean = "inclination_mean_deg"
    /// The median of the error about a horizontal axis, in degrees.
    case inclinationMedian = "inclination_median_deg"
    /// The 95th percentile of the error about a horizontal axis, in degrees.
    case inclinationP95 = "inclination_p95_deg"
    /// The largest error about a horizontal axis, in degrees.
    case inclinationMax = "inclination_max_deg"
    /// The heading difference that is removed first, in degrees.
    case headingOffset = "heading_offset_deg"
    /// The drift of the heading error, in degrees per minute.
    case headingDrift = "heading_drift_deg_per_min"
    /// The root mean square of the total error without the mean heading difference, in degrees.
    case alignedTotalRMSE = "aligned_total_rmse_deg"
    /// The root mean square of the error about the vertical without its mean, in degrees.
    case alignedHeadingRMSE = "aligned_heading_rmse_deg"
    /// The number of reference samples.
    case count
    /// The root mean square of the error over short spans, less each span's mean, in degrees.
    case shortTermRMS = "short_term_rms_deg"
    /// The root mean square of the jitter at rest, in degrees.
    case stillRMS = "still_rms_deg"
    /// The root mean square of the rotation error between display frames, in degrees.
    case incrementRMS = "increment_rms_deg"
    /// The number of display frames with a jump.
    case jumpCount = "jump_count"
    /// The lag, in milliseconds.
    case lag = "lag_ms"
    /// The median computing time of an orientation, in nanoseconds.
    case computeP50 = "compute_ns_p50"
    /// The 99th percentile of the computing time of an orientation, in nanoseconds.
    case computeP99 = "compute_ns_p99"
    /// The largest computing time of an orientation, in nanoseconds.
    case computeMax = "compute_ns_max"
    /// The mean computing time of an orientation, in nanoseconds.
    case computeMean = "compute_ns_mean"
    /// The rise time of a step, in milliseconds.
    case stepRise = "step_rise_ms"
    /// The settling time of a step, in milliseconds.
    case stepSettling = "step_settling_ms"
    /// The overshoot of a step, in percent.
    case stepOvershoot = "step_overshoot_percent"
    /// The root mean square of the drawing error, in pixels.
    case pixelRMSE = "pixel_rmse_px"
    /// The median of the drawing error, in pixels.
    case pixelMedian = "pixel_median_px"
    /// The 95th percentile of the drawing error, in pixels.
    case pixelP95 = "pixel_p95_px"
    /// The root mean square of the jitter on the screen at rest, in pixels.
    case stillRMSPixels = "still_rms_px"
    /// The root mean square of unexplained motion on the screen between display frames, in pixels.
    case incrementRMSPixels = "increment_rms_px"
    /// The number of jumps on the screen by more than eight pixels.
    case pixelJumps = "jump_8px_count"
    /// The share of shown places that the camera does not see, in percent.
    case wronglyShown = "wrongly_shown_percent"
    /// The share of seen places that are not shown, in percent.
    case wronglyHidden = "wrongly_hidden_percent"
    /// The Jaccard index of shown and seen places.
    case visibleJaccard = "visible_jaccard"
    /// The mean number of moved places per drawing.
    case redrawMoved = "redraw_moved_per_frame"
    /// The mean number of created places per drawing.
    case redrawCreated = "redraw_created_per_frame"
    /// The mean number of removed places per drawing.
    case redrawGone = "redraw_gone_per_frame"
    /// The number of drawings.
    case drawnFrames = "drawn_frame_count"
    /// The median of the location error, in metres.
    case locationErrorP50 = "location_error_p50_m"
    /// The 95th percentile of the location error, in metres.
    case locationErrorP95 = "location_error_p95_m"
}

/// The figures of one run. A metric has a value, or a reason why it could not be measured.
public struct MetricValues: Sendable, Hashable {
    private var values: [MetricName: Double] = [:]
    private var reasons: [MetricName: String] = [:]
    /// The intervals of values within the recording, for metrics that have one.
    public private(set) var intervals: [MetricName: BootstrapInterval] = [:]

    /// Creates a set without figures.
    public init() {}

    /// The value of a metric; nil where it could not be measured. Always finite.
    public subscript(name: MetricName) -> Double? { values[name] }

    /// The reason why the metric has no value, or a caveat about its value; nil without either.
    public func note(for name: MetricName) -> String? { reasons[name] }

    /// All notes, by metric.
    public var notes: [MetricName: String] { reasons }

    /// The largest magnitude of a measurement. Squares and sums of such figures stay finite.
    static let largest = 1e100

    /// Sets the value of a metric. A value that is not finite or exceeds 1e100 is not a measurement: the metric becomes
    /// unmeasured, with that reason.
    public mutating func set(
        _ name: MetricName,
        to value: Double,
        note: String? = nil,
        interval: BootstrapInterval? = nil
    ) {
        guard value.isFinite else { return setUnmeasured(name, because: "the result is not a finite number") }
        guard value.magnitude <= Self.largest else {
            return setUnmeasured(name, because: "the result is beyond 1e100, which no measurement is")
        }
        values[name] = value
        intervals[name] = interval.flatMap { $0.lower.isFinite && $0.upper.isFinite ? $0 : nil }
        reasons[name] = note
    }

    /// Adds a note to those metrics that have a value.
    mutating func note(_ note: String, on names: some Sequence<MetricName>) {
        for name in names where values[name] != nil { reasons[name] = note }
    }

    /// Marks a metric as unmeasured, with the reason.
    public mutating func setUnmeasured(_ name: MetricName, because reason: String) {
        values[name] = nil
        intervals[name] = nil
        reasons[name] = reason
    }

    /// Marks several metrics as unmeasured, with one reason.
    public mutating func setUnmeasured(_ names: some Sequence<MetricName>, because reason: String) {
        for name in names { setUnmeasured(name, because: reason) }
    }
}
