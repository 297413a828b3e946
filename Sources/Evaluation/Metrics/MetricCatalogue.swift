/// Every metric of a run, in the order in which reports show them.
public enum MetricCatalogue {
    /// All metrics in report order. New ones are appended, so that columns of CSV files keep their positions.
    public static let metrics: [Metric] = [
        .totalRMSE, .headingRMSE, .inclinationRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingMean,
        .headingMedian, .headingP95, .headingMax, .inclinationMean, .inclinationMedian, .inclinationP95,
        .inclinationMax, .headingOffset, .count, .shortTermRMS, .stillRMS, .incrementRMS, .jumpCount, .lag,
        .computeP50, .computeP99, .computeMax, .computeMean, .stepRise, .stepSettling, .stepOvershoot, .pixelRMSE,
        .pixelMedian, .pixelP95, .stillRMSPixels, .incrementRMSPixels, .pixelJumps, .wronglyShown, .wronglyHidden,
        .visibleJaccard, .redrawMoved, .redrawCreated, .redrawGone, .drawnFrames, .locationErrorP50,
        .locationErrorP95, .headingDrift, .alignedTotalRMSE, .alignedHeadingRMSE,
    ]

    /// The metrics that apply to every orientation estimate.
    public static let ofOrientation = metrics.filter(\.group.isOfOrientation)
    /// The metrics that apply to described systems only.
    package static let ofSystems = metrics.filter { !$0.group.isOfOrientation }

    /// The metrics of computing time. They differ from run to run, while all others are reproducible.
    public static let ofTime: Set<Metric> = [.computeP50, .computeP99, .computeMax, .computeMean]

    /// The accuracy metrics that need a reference with a known north.
    static let withNorth: [Metric] = [
        .totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingRMSE, .headingMean, .headingMedian,
        .headingP95, .headingMax, .headingOffset,
    ]

    /// The catalogue's metrics of one group, in report order.
    public static func metrics(in group: MetricGroup) -> [Metric] {
        metrics.filter { $0.group == group }
    }

    /// The catalogue's metrics, and those that outside packages added to these runs.
    public static func metrics(in runs: some Sequence<EvaluationRun>) -> [Metric] {
        metrics + Set(runs.flatMap(\.metrics.added)).sorted { $0.name < $1.name }
    }

    /// The metric with a name in reports and results; nil for an unknown name.
    public static func metric(named name: String) -> Metric? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0) })
}

extension Metric {
    /// The root mean square of the total orientation error, in degrees.
    public static let totalRMSE = Metric(
        "total_rmse_deg",
        .accuracy,
        unit: "deg",
        summary: "Root mean square of the total orientation error."
    )

    /// The root mean square of the error about the vertical, in degrees.
    public static let headingRMSE = Metric(
        "heading_rmse_deg",
        .accuracy,
        unit: "deg",
        summary: "Root mean square of the orientation error about the vertical."
    )

    /// The root mean square of the error about a horizontal axis, in degrees.
    public static let inclinationRMSE = Metric(
        "inclination_rmse_deg",
        .accuracy,
        unit: "deg",
        summary: "Root mean square of the orientation error about a horizontal axis."
    )

    /// The mean of the total orientation error, in degrees.
    public static let totalMean = Metric(
        "total_mean_deg",
        .accuracy,
        unit: "deg",
        summary: "Mean of the total orientation error."
    )

    /// The median of the total orientation error, in degrees.
    public static let totalMedian = Metric(
        "total_median_deg",
        .accuracy,
        unit: "deg",
        summary: "Median of the total orientation error."
    )

    /// The 95th percentile of the total orientation error, in degrees.
    public static let totalP95 = Metric(
        "total_p95_deg",
        .accuracy,
        unit: "deg",
        summary: "95th percentile of the total orientation error."
    )

    /// The largest total orientation error, in degrees.
    public static let totalMax = Metric(
        "total_max_deg",
        .accuracy,
        unit: "deg",
        summary: "Largest of the total orientation error."
    )

    /// The mean of the error about the vertical, in degrees.
    public static let headingMean = Metric(
        "heading_mean_deg",
        .accuracy,
        unit: "deg",
        summary: "Mean of the orientation error about the vertical."
    )

    /// The median of the error about the vertical, in degrees.
    public static let headingMedian = Metric(
        "heading_median_deg",
        .accuracy,
        unit: "deg",
        summary: "Median of the orientation error about the vertical."
    )

    /// The 95th percentile of the error about the vertical, in degrees.
    public static let headingP95 = Metric(
        "heading_p95_deg",
        .accuracy,
        unit: "deg",
        summary: "95th percentile of the orientation error about the vertical."
    )

    /// The largest error about the vertical, in degrees.
    public static let headingMax = Metric(
        "heading_max_deg",
        .accuracy,
        unit: "deg",
        summary: "Largest of the orientation error about the vertical."
    )

    /// The mean of the error about a horizontal axis, in degrees.
    public static let inclinationMean = Metric(
        "inclination_mean_deg",
        .accuracy,
        unit: "deg",
        summary: "Mean of the orientation error about a horizontal axis."
    )

    /// The median of the error about a horizontal axis, in degrees.
    public static let inclinationMedian = Metric(
        "inclination_median_deg",
        .accuracy,
        unit: "deg",
        summary: "Median of the orientation error about a horizontal axis."
    )

    /// The 95th percentile of the error about a horizontal axis, in degrees.
    public static let inclinationP95 = Metric(
        "inclination_p95_deg",
        .accuracy,
        unit: "deg",
        summary: "95th percentile of the orientation error about a horizontal axis."
    )

    /// The largest error about a horizontal axis, in degrees.
    public static let inclinationMax = Metric(
        "inclination_max_deg",
        .accuracy,
        unit: "deg",
        summary: "Largest of the orientation error about a horizontal axis."
    )

    /// The heading difference that is removed first, in degrees.
    public static let headingOffset = Metric(
        "heading_offset_deg",
        .accuracy,
        unit: "deg",
        polarity: .neutral,
        summary: "Constant heading difference that is removed first, counter-clockwise from above; 0 by default."
    )

    /// The number of reference samples.
    public static let count = Metric(
        "count",
        .accuracy,
        unit: "",
        polarity: .neutral,
        isCount: true,
        summary: "Number of reference samples that the accuracy figures use."
    )

    /// The root mean square of the error over short spans, less each span's mean, in degrees.
    public static let shortTermRMS = Metric(
        "short_term_rms_deg",
        .accuracy,
        unit: "deg",
        summary: "RMS of the orientation error over short spans, less each span's mean error."
    )

    /// The root mean square of the jitter at rest, in degrees.
    public static let stillRMS = Metric(
        "still_rms_deg",
        .jitter,
        unit: "deg",
        summary: "RMS angle of the estimate from its own mean while the reference rests."
    )

    /// The root mean square of the rotation error between display frames, in degrees.
    public static let incrementRMS = Metric(
        "increment_rms_deg",
        .jitter,
        unit: "deg",
        summary:
            "RMS difference between the estimate's and the reference's rotation from one display frame to the next."
    )

    /// The number of display frames with a jump.
    public static let jumpCount = Metric(
        "jump_count",
        .jitter,
        unit: "",
        isCount: true,
        summary: "Number of display frames in which that difference is more than one degree."
    )

    /// The lag, in milliseconds.
    public static let lag = Metric(
        "lag_ms",
        .latency,
        unit: "ms",
        polarity: .closerToZeroIsBetter,
        summary: "Delay of the estimate relative to the reference; below 0 the estimate is ahead."
    )

    /// The median computing time of an orientation, in nanoseconds.
    public static let computeP50 = Metric(
        "compute_ns_p50",
        .latency,
        unit: "ns",
        summary: "Time to compute one orientation: median over blocks."
    )

    /// The 99th percentile of the computing time of an orientation, in nanoseconds.
    public static let computeP99 = Metric(
        "compute_ns_p99",
        .latency,
        unit: "ns",
        summary: "Time to compute one orientation: 99th percentile over blocks."
    )

    /// The largest computing time of an orientation, in nanoseconds.
    public static let computeMax = Metric(
        "compute_ns_max",
        .latency,
        unit: "ns",
        summary: "Time to compute one orientation: slowest block."
    )

    /// The mean computing time of an orientation, in nanoseconds.
    public static let computeMean = Metric(
        "compute_ns_mean",
        .latency,
        unit: "ns",
        summary: "Time to compute one orientation: mean."
    )

    /// The rise time of a step, in milliseconds.
    public static let stepRise = Metric(
        "step_rise_ms",
        .latency,
        unit: "ms",
        summary: "Time from 10 to 90 % of a quick turn, including the turn's own rise."
    )

    /// The settling time of a step, in milliseconds.
    public static let stepSettling = Metric(
        "step_settling_ms",
        .latency,
        unit: "ms",
        summary: "Time from the start of a quick turn until the estimate stays within one degree of its final level."
    )

    /// The overshoot of a step, in percent.
    public static let stepOvershoot = Metric(
        "step_overshoot_percent",
        .latency,
        unit: "%",
        summary: "How far the estimate exceeds its final level after a quick turn."
    )

    /// The root mean square of the drawing error, in pixels.
    public static let pixelRMSE = Metric(
        "pixel_rmse_px",
        .screen,
        unit: "px",
        summary: "RMS distance between where a place is drawn and where the camera sees it, over places and moments."
    )

    /// The median of the drawing error, in pixels.
    public static let pixelMedian = Metric(
        "pixel_median_px",
        .screen,
        unit: "px",
        summary: "Median of the same distances."
    )

    /// The 95th percentile of the drawing error, in pixels.
    public static let pixelP95 = Metric(
        "pixel_p95_px",
        .screen,
        unit: "px",
        summary: "95th percentile of the same distances."
    )

    /// The root mean square of the jitter on the screen at rest, in pixels.
    public static let stillRMSPixels = Metric(
        "still_rms_px",
        .screen,
        unit: "px",
        summary: "RMS distance of a place at the screen's middle from its own mean while the reference rests."
    )

    /// The root mean square of unexplained motion on the screen between display frames, in pixels.
    public static let incrementRMSPixels = Metric(
        "increment_rms_px",
        .screen,
        unit: "px",
        summary: "RMS motion of shown places between display frames that the device's motion does not explain."
    )

    /// The number of jumps on the screen by more than eight pixels.
    public static let pixelJumps = Metric(
        "jump_8px_count",
        .screen,
        unit: "",
        isCount: true,
        summary: "Number of such motions of a shown place by more than eight pixels."
    )

    /// The share of shown places that the camera does not see, in percent.
    public static let wronglyShown = Metric(
        "wrongly_shown_percent",
        .screen,
        unit: "%",
        summary: "Share of the shown places that the camera does not see."
    )

    /// The share of seen places that are not shown, in percent.
    public static let wronglyHidden = Metric(
        "wrongly_hidden_percent",
        .screen,
        unit: "%",
        summary: "Share of the places seen by the camera that are not shown."
    )

    /// The Jaccard index of shown and seen places.
    public static let visibleJaccard = Metric(
        "visible_jaccard",
        .screen,
        unit: "",
        polarity: .largerIsBetter,
        summary: "Places both shown and seen as a share of those shown or seen: mean over display frames with any."
    )

    /// The mean number of moved places per drawing.
    public static let redrawMoved = Metric(
        "redraw_moved_per_frame",
        .screen,
        unit: "",
        polarity: .neutral,
        summary: "Places of a drawing that the previous drawing has, too: they are moved."
    )

    /// The mean number of created places per drawing.
    public static let redrawCreated = Metric(
        "redraw_created_per_frame",
        .screen,
        unit: "",
        summary: "Places of a drawing that the previous drawing lacks: they are created."
    )

    /// The mean number of removed places per drawing.
    public static let redrawGone = Metric(
        "redraw_gone_per_frame",
        .screen,
        unit: "",
        summary: "Places of the previous drawing that are removed."
    )

    /// The number of drawings.
    public static let drawnFrames = Metric(
        "drawn_frame_count",
        .screen,
        unit: "",
        polarity: .neutral,
        isCount: true,
        summary: "Number of pictures that the system drew."
    )

    /// The median of the location error, in metres.
    public static let locationErrorP50 = Metric(
        "location_error_p50_m",
        .location,
        unit: "m",
        summary: "Median over display frames of the horizontal distance between the device and the system's location."
    )

    /// The 95th percentile of the location error, in metres.
    public static let locationErrorP95 = Metric(
        "location_error_p95_m",
        .location,
        unit: "m",
        summary: "95th percentile of the same distances."
    )

    /// The drift of the heading error, in degrees per minute.
    public static let headingDrift = Metric(
        "heading_drift_deg_per_min",
        .accuracy,
        unit: "deg/min",
        polarity: .closerToZeroIsBetter,
        summary: "Slope of the heading error over time, counter-clockwise from above."
    )

    /// The root mean square of the total error without the mean heading difference, in degrees.
    public static let alignedTotalRMSE = Metric(
        "aligned_total_rmse_deg",
        .accuracy,
        unit: "deg",
        summary: "RMS of the total orientation error without the mean heading difference."
    )

    /// The root mean square of the error about the vertical without its mean, in degrees.
    public static let alignedHeadingRMSE = Metric(
        "aligned_heading_rmse_deg",
        .accuracy,
        unit: "deg",
        summary: "RMS of the orientation error about the vertical without its mean."
    )
}
