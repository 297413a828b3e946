/// The built-in metrics.
public enum MetricCatalogue {
    /// All built-in metrics in report order. New metrics are appended, so the columns of CSV files keep their
    /// positions.
    public static let metrics: [Metric] =
        [
            .totalRMSE, .headingRMSE, .inclinationRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingMean,
            .headingMedian, .headingP95, .headingMax, .inclinationMean, .inclinationMedian, .inclinationP95,
            .inclinationMax, .headingOffset, .count, .shortTermRMS, .stillRMS, .incrementRMS, .jumpCount, .lag,
            .computeP50, .computeP99, .computeMax, .computeMean, .stepRise, .stepSettling, .stepOvershoot, .pixelRMSE,
            .pixelMedian, .pixelP95, .stillRMSPixels, .incrementRMSPixels, .pixelJumps, .wronglyShown, .wronglyHidden,
            .visibleJaccard, .redrawMoved, .redrawCreated, .redrawGone, .drawnFrames, .locationErrorP50,
            .locationErrorP95, .headingDrift, .alignedTotalRMSE, .alignedHeadingRMSE, .labelOverlap, .labelCovered,
            .labelFlicker, .tapHit, .uprightRMSE, .arrowMedian, .arrowP95, .radarHeadingRMSE, .radarWrongSector,
            .radarWrongEntry, .listDisorder, .distanceErrorP50, .distanceErrorP95, .samplesPerSecond, .fixesPerMinute,
            .picturesPerSecond, .movingPixelP50, .movingPixelP95, .movingErrorP50, .movingErrorP95,
        ] + ofLocation + ofClaimedHeading

    /// The metrics that apply to all orientation estimates.
    public static let ofOrientation = metrics.filter(\.group.isOfOrientation)
    /// The metrics of AR systems that draw places on a screen: the metrics of the screen and two errors of the
    /// location.
    package static let ofSystems = metrics(in: .screen) + [.locationErrorP50, .locationErrorP95]

    /// The metrics of computing time. Their values differ from run to run, unlike the values of all other metrics.
    public static let ofTime: Set<Metric> = [.computeP50, .computeP99, .computeMax, .computeMean]

    /// The metrics that do not depend on the reference, or depend only on the times at which it is at rest.
    static let withoutReference: Set<Metric> = ofTime.union(metrics(in: .location)).union([
        .stillRMS, .stillRMSPixels, .labelOverlap, .labelCovered, .labelFlicker, .redrawCreated, .redrawGone,
        .samplesPerSecond, .fixesPerMinute,
    ])

    /// The accuracy metrics that need a reference with a known north.
    static let withNorth: [Metric] = [
        .totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingRMSE, .headingMean, .headingMedian,
        .headingP95, .headingMax, .headingOffset,
    ]

    /// Returns the built-in metrics of one group, in report order.
    public static func metrics(in group: MetricGroup) -> [Metric] {
        metrics.filter { $0.group == group }
    }

    /// Returns the built-in metrics, followed by the metrics that other packages added to the given runs.
    public static func metrics(in runs: some Sequence<EvaluationRun>) -> [Metric] {
        metrics + Set(runs.flatMap(\.metrics.added)).sorted { $0.name < $1.name }
    }

    /// Returns the built-in metric with a name such as `total_rmse_deg`, or `nil` if no metric has this name.
    public static func metric(named name: String) -> Metric? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0) })
}

extension Metric {
    /// The root mean square of the total orientation error, in degrees.
    public static let totalRMSE = MetricGroup.accuracy.metric(
        "total_rmse_deg",
        "Root mean square of the total orientation error."
    )

    /// The root mean square of the orientation error about the vertical, in degrees.
    public static let headingRMSE = MetricGroup.accuracy.metric(
        "heading_rmse_deg",
        "Root mean square of the orientation error about the vertical."
    )

    /// The root mean square of the orientation error about a horizontal axis, in degrees.
    public static let inclinationRMSE = MetricGroup.accuracy.metric(
        "inclination_rmse_deg",
        "Root mean square of the orientation error about a horizontal axis."
    )

    /// The mean of the total orientation error, in degrees.
    public static let totalMean = MetricGroup.accuracy.metric(
        "total_mean_deg",
        "Mean of the total orientation error."
    )

    /// The median of the total orientation error, in degrees.
    public static let totalMedian = MetricGroup.accuracy.metric(
        "total_median_deg",
        "Median of the total orientation error."
    )

    /// The 95th percentile of the total orientation error, in degrees.
    public static let totalP95 = MetricGroup.accuracy.metric(
        "total_p95_deg",
        "95th percentile of the total orientation error."
    )

    /// The maximum total orientation error, in degrees.
    public static let totalMax = MetricGroup.accuracy.metric(
        "total_max_deg",
        "Maximum of the total orientation error."
    )

    /// The mean of the orientation error about the vertical, in degrees.
    public static let headingMean = MetricGroup.accuracy.metric(
        "heading_mean_deg",
        "Mean of the orientation error about the vertical."
    )

    /// The median of the orientation error about the vertical, in degrees.
    public static let headingMedian = MetricGroup.accuracy.metric(
        "heading_median_deg",
        "Median of the orientation error about the vertical."
    )

    /// The 95th percentile of the orientation error about the vertical, in degrees.
    public static let headingP95 = MetricGroup.accuracy.metric(
        "heading_p95_deg",
        "95th percentile of the orientation error about the vertical."
    )

    /// The maximum orientation error about the vertical, in degrees.
    public static let headingMax = MetricGroup.accuracy.metric(
        "heading_max_deg",
        "Maximum of the orientation error about the vertical."
    )

    /// The mean of the orientation error about a horizontal axis, in degrees.
    public static let inclinationMean = MetricGroup.accuracy.metric(
        "inclination_mean_deg",
        "Mean of the orientation error about a horizontal axis."
    )

    /// The median of the orientation error about a horizontal axis, in degrees.
    public static let inclinationMedian = MetricGroup.accuracy.metric(
        "inclination_median_deg",
        "Median of the orientation error about a horizontal axis."
    )

    /// The 95th percentile of the orientation error about a horizontal axis, in degrees.
    public static let inclinationP95 = MetricGroup.accuracy.metric(
        "inclination_p95_deg",
        "95th percentile of the orientation error about a horizontal axis."
    )

    /// The maximum orientation error about a horizontal axis, in degrees.
    public static let inclinationMax = MetricGroup.accuracy.metric(
        "inclination_max_deg",
        "Maximum of the orientation error about a horizontal axis."
    )

    /// The constant heading difference removed before the comparison, in degrees.
    public static let headingOffset = MetricGroup.accuracy.metric(
        "heading_offset_deg",
        "Constant heading difference removed before the comparison, counter-clockwise from above; 0 by default.",
        polarity: .neutral
    )

    /// The number of reference samples from which the accuracy metrics are computed.
    public static let count = MetricGroup.accuracy.metric(
        "count",
        "Number of reference samples used for the accuracy metrics.",
        polarity: .neutral,
        isCount: true
    )

    /// The root mean square of the orientation error over short spans, relative to each span's mean error, in degrees.
    public static let shortTermRMS = MetricGroup.accuracy.metric(
        "short_term_rms_deg",
        "RMS of the orientation error over short spans, relative to each span's mean error."
    )

    /// The root mean square angle between the estimate and its mean while the reference is at rest, in degrees.
    public static let stillRMS = MetricGroup.jitter.metric(
        "still_rms_deg",
        "RMS angle of the estimate from its mean while the reference is at rest."
    )

    /// The root mean square error of the estimate's rotation from one display frame to the next, in degrees.
    public static let incrementRMS = MetricGroup.jitter.metric(
        "increment_rms_deg",
        "RMS difference between the estimate's and the reference's rotation from one display frame to the next."
    )

    /// The number of display frames for which the estimate's rotation since the previous frame has an error above 1°.
    public static let jumpCount = MetricGroup.jitter.metric(
        "jump_count",
        "Number of display frames whose rotation differs from the reference's by over one degree.",
        isCount: true
    )

    /// The lag of the estimate, in milliseconds.
    public static let lag = MetricGroup.latency.metric(
        "lag_ms",
        "Delay of the estimate relative to the reference; below 0 the estimate is ahead.",
        polarity: .closerToZeroIsBetter
    )

    /// The median computing time per orientation, in nanoseconds.
    public static let computeP50 = MetricGroup.latency.metric(
        "compute_ns_p50",
        "Time to compute one estimate: median over blocks of estimates.",
        unit: "ns"
    )

    /// The 99th percentile of the computing time per orientation, in nanoseconds.
    public static let computeP99 = MetricGroup.latency.metric(
        "compute_ns_p99",
        "Time to compute one estimate: 99th percentile over blocks of estimates.",
        unit: "ns"
    )

    /// The maximum computing time per orientation, in nanoseconds.
    public static let computeMax = MetricGroup.latency.metric(
        "compute_ns_max",
        "Time to compute one estimate: slowest block of estimates.",
        unit: "ns"
    )

    /// The mean computing time per orientation, in nanoseconds.
    public static let computeMean = MetricGroup.latency.metric(
        "compute_ns_mean",
        "Time to compute one estimate: mean.",
        unit: "ns"
    )

    /// The time in which the estimate rises from 10 to 90 % of a quick turn, in milliseconds.
    public static let stepRise = MetricGroup.latency.metric(
        "step_rise_ms",
        "Time in which the estimate covers 10 to 90 % of a quick turn, including the rise time of the turn itself."
    )

    /// The time from the start of a quick turn until the estimate stays within 1° of its final level, in milliseconds.
    public static let stepSettling = MetricGroup.latency.metric(
        "step_settling_ms",
        "Time from the start of a quick turn until the estimate stays within one degree of its final level."
    )

    /// The overshoot of the estimate after a quick turn, in percent of the turn.
    public static let stepOvershoot = MetricGroup.latency.metric(
        "step_overshoot_percent",
        "Amount by which the estimate exceeds its final level after a quick turn, relative to the turn."
    )

    /// The root mean square distance between the drawn and the true position of places on the screen, in pixels.
    public static let pixelRMSE = MetricGroup.screen.metric(
        "pixel_rmse_px",
        "RMS distance between the drawn and the true position of a place, over places and display frames."
    )

    /// The median distance between the drawn and the true position of places on the screen, in pixels.
    public static let pixelMedian = MetricGroup.screen.metric(
        "pixel_median_px",
        "Median distance between the drawn and the true position of a place."
    )

    /// The 95th percentile of the distance between the drawn and the true position of places, in pixels.
    public static let pixelP95 = MetricGroup.screen.metric(
        "pixel_p95_px",
        "95th percentile of the distance between the drawn and the true position of a place."
    )

    /// The root mean square distance on the screen, in pixels, between a place at the screen's centre and the mean
    /// position of this place. Only times at which the reference is at rest are used.
    public static let stillRMSPixels = MetricGroup.screen.metric(
        "still_rms_px",
        "RMS distance of a place at the screen's centre from its mean position while the reference is at rest."
    )

    /// The root mean square motion of drawn places in pixels per display frame, after removal of the motion that the
    /// device causes.
    public static let incrementRMSPixels = MetricGroup.screen.metric(
        "increment_rms_px",
        "RMS motion of shown places between display frames that the device's motion does not explain."
    )

    /// The number of times that a drawn place moves by more than eight pixels without a corresponding motion of the
    /// device.
    public static let pixelJumps = MetricGroup.screen.metric(
        "jump_8px_count",
        "Number of motions of a shown place by over eight pixels that the device's motion does not explain.",
        isCount: true
    )

    /// The share of places that the camera does not see, among all places that the system shows, in percent.
    public static let wronglyShown = MetricGroup.screen.metric(
        "wrongly_shown_percent",
        "Share of the shown places that the camera does not see."
    )

    /// The share of places that the system does not draw, among all places that the camera sees, in percent.
    public static let wronglyHidden = MetricGroup.screen.metric(
        "wrongly_hidden_percent",
        "Share of the places seen by the camera that are not shown."
    )

    /// The Jaccard index of the drawn places and the places that the camera sees.
    public static let visibleJaccard = MetricGroup.screen.metric(
        "visible_jaccard",
        "Places both shown and seen, divided by places shown or seen: mean over display frames with such places.",
        polarity: .largerIsBetter
    )

    /// The mean number of places per drawing that are also in the previous drawing.
    public static let redrawMoved = MetricGroup.screen.metric(
        "redraw_moved_per_frame",
        "Mean number of places per drawing that the previous drawing also contains and that are moved.",
        polarity: .neutral
    )

    /// The mean number of created places per redraw: places in the new drawing that the previous drawing lacks.
    public static let redrawCreated = MetricGroup.screen.metric(
        "redraw_created_per_frame",
        "Mean number of places per drawing that the previous drawing lacks and that are created."
    )

    /// The mean number of removed places per drawing. A removed place is in the previous drawing, but not in the
    /// current drawing.
    public static let redrawGone = MetricGroup.screen.metric(
        "redraw_gone_per_frame",
        "Mean number of places per drawing that are removed, because only the previous drawing contains them."
    )

    /// The number of pictures that the system drew.
    public static let drawnFrames = MetricGroup.screen.metric(
        "drawn_frame_count",
        "Number of pictures that the system drew.",
        polarity: .neutral,
        isCount: true
    )

    /// The median horizontal distance between the device and its estimated location, in metres.
    public static let locationErrorP50 = MetricGroup.location.metric(
        "location_error_p50_m",
        "Median of the horizontal distance between the device and its estimated location."
    )

    /// The 95th percentile of the horizontal distance between the device and its estimated location, in metres.
    public static let locationErrorP95 = MetricGroup.location.metric(
        "location_error_p95_m",
        "95th percentile of the horizontal distance between the device and its estimated location."
    )

    /// The slope of the heading error over time, in degrees per minute.
    public static let headingDrift = MetricGroup.accuracy.metric(
        "heading_drift_deg_per_min",
        "Slope of the heading error over time, counter-clockwise from above.",
        polarity: .closerToZeroIsBetter
    )

    /// The root mean square of the total orientation error after removal of the mean heading difference, in degrees.
    public static let alignedTotalRMSE = MetricGroup.accuracy.metric(
        "aligned_total_rmse_deg",
        "RMS of the total orientation error without the mean heading difference."
    )

    /// The root mean square of the orientation error about the vertical after removal of the mean error, in degrees.
    public static let alignedHeadingRMSE = MetricGroup.accuracy.metric(
        "aligned_heading_rmse_deg",
        "RMS of the orientation error about the vertical without its mean."
    )

    /// The share of shown labels that overlap another label, in percent.
    public static let labelOverlap = MetricGroup.screen.metric(
        "label_overlap_percent",
        "Share of shown labels that overlap another label, over display frames."
    )

    /// The mean share of a label's area that nearer labels cover, in percent.
    public static let labelCovered = MetricGroup.screen.metric(
        "label_covered_percent",
        "Mean share of a shown label's area that nearer labels cover."
    )

    /// The number of flickers per label and minute, counted while the label is shown. A label flickers if it reappears
    /// within a second, changes its order with an overlapping label, or changes its row in a stack.
    public static let labelFlicker = MetricGroup.screen.metric(
        "label_flicker_per_min",
        "Number of times per minute that a label reappears within a second, changes order with an overlapping label, "
            + "or changes its row."
    )

    /// The share of taps that hit the label at which the user aims, in percent.
    public static let tapHit = MetricGroup.screen.metric(
        "tap_hit_percent",
        "Share of taps that hit their label, if the user aims tapDelay before each tap.",
        polarity: .largerIsBetter
    )

    /// The root mean square angle between the vertical of labels and the true vertical in the picture, in degrees.
    public static let uprightRMSE = MetricGroup.screen.metric(
        "upright_rmse_deg",
        "RMS angle between the vertical of labels and the true vertical in the picture."
    )

    /// The median angle between the arrow towards an off-screen place and the true direction, in degrees.
    public static let arrowMedian = MetricGroup.screen.metric(
        "arrow_median_deg",
        "Median angle on the screen between the arrow to an off-screen place and the true arrow."
    )

    /// The 95th percentile of the angle between the arrow towards an off-screen place and the true direction, in
    /// degrees.
    public static let arrowP95 = MetricGroup.screen.metric(
        "arrow_p95_deg",
        "95th percentile of the angle on the screen between the arrow to an off-screen place and the true arrow."
    )

    /// The root mean square error of the heading at the top of the radar, in degrees.
    public static let radarHeadingRMSE = MetricGroup.screen.metric(
        "radar_heading_rmse_deg",
        "RMS error of the heading at the top of the radar."
    )

    /// The share of the radar's places that are drawn in a wrong sector, in percent.
    public static let radarWrongSector = MetricGroup.screen.metric(
        "radar_sector_percent",
        "Share of the radar's places that are drawn in a wrong sector of the disc."
    )

    /// The share of places that the radar wrongly shows or wrongly omits, in percent of all places that the radar shows
    /// or should show.
    public static let radarWrongEntry = MetricGroup.screen.metric(
        "radar_entry_percent",
        "Share of places that are wrongly on the radar or wrongly missing, among places that are on either radar."
    )

    /// The share of pairs of places that the system's list by distance shows in the wrong order, in percent. Pairs with
    /// almost equal true distances are not counted.
    public static let listDisorder = MetricGroup.screen.metric(
        "list_disorder_percent",
        "Share of pairs of places in a wrong order in a list by distance, without pairs of equal distance."
    )

    /// The median error of the distance that a label displays, in metres.
    public static let distanceErrorP50 = MetricGroup.screen.metric(
        "distance_error_p50_m",
        "Median error of the distance that a label displays."
    )

    /// The 95th percentile of the error of the distance that a label displays, in metres.
    public static let distanceErrorP95 = MetricGroup.screen.metric(
        "distance_error_p95_m",
        "95th percentile of the error of the distance that a label displays."
    )

    /// The number of sensor samples that the system reads per second, which indicates its energy use.
    public static let samplesPerSecond = MetricGroup.screen.metric(
        "samples_per_s",
        "Number of sensor samples that the system reads per second; energy use grows with it."
    )

    /// The number of location fixes that the system uses per minute, which indicates its energy use.
    public static let fixesPerMinute = MetricGroup.screen.metric(
        "fixes_per_min",
        "Number of location fixes that the system uses per minute; energy use grows with it."
    )

    /// The number of pictures that the system draws per second, which indicates its energy use.
    public static let picturesPerSecond = MetricGroup.screen.metric(
        "pictures_per_s",
        "Number of pictures that the system draws per second; energy use grows with it.",
        polarity: .neutral
    )

    /// The median distance between the drawn and the true position of a moving place, in pixels.
    public static let movingPixelP50 = MetricGroup.screen.metric(
        "moving_error_p50_px",
        "Median distance between the drawn and the true position of a moving place."
    )

    /// The 95th percentile of the distance between the drawn and the true position of a moving place, in pixels.
    public static let movingPixelP95 = MetricGroup.screen.metric(
        "moving_error_p95_px",
        "95th percentile of the distance between the drawn and the true position of a moving place."
    )

    /// The median horizontal distance between a moving place's true position and the position that the app shows, in
    /// metres.
    public static let movingErrorP50 = MetricGroup.screen.metric(
        "moving_error_p50_m",
        "Median horizontal distance between a moving place and the position that the system knows."
    )

    /// The 95th percentile of the distance in metres between a moving place's true position and the place's position as
    /// known to the system.
    public static let movingErrorP95 = MetricGroup.screen.metric(
        "moving_error_p95_m",
        "95th percentile of the horizontal distance between a moving place and the position that the system knows."
    )
}
