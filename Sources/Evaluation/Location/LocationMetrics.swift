extension MetricCatalogue {
    /// The metrics that only location pipelines have, in report order. In reports, they follow the two location metrics
    /// that AR systems also have.
    static let ofLocation: [Metric] =
        [
            .locationCount, .locationErrorMean, .locationErrorRMS, .locationErrorP75, .locationErrorP90,
            .locationErrorMax, .locationBias, .verticalBias, .verticalRMS, .verticalP95, .sphericalP95, .floorDetection,
            .alongTrackRMS,
            .crossTrackRMS, .courseRMSE, .locationLag, .locationStillRMS, .locationJumps, .pathLengthRatio,
            .locationAvailable, .locationAgeP95, .firstLocation, .timeTo10Metres, .timeTo5Metres, .ipinThirdQuartile,
            .evaalPoints, .decimeterScore, .locationErrorAfter60, .locationDrift, .claimed68, .claimed95, .claimedNEES,
            .claimedFactor, .claimedVertical,
        ] + ofXDR

    /// The metrics of the xDR Challenge, which are measured only if an option names one of them. Computing the circular
    /// accuracy takes several times as long as computing all other metrics.
    package static let ofXDR: [Metric] = [
        .xdrCircularError, .xdrCircularAccuracy, .xdrGradient, .xdrVelocityError, .xdrScore,
    ]

    /// The metrics of location pipelines that need true positions.
    static let ofLocationAgainstTruth =
        [.locationErrorP50, .locationErrorP95] + ofLocation.filter { !ofLocationTimes.contains($0) }

    /// The metrics of location pipelines that need no true positions.
    static let ofLocationTimes: [Metric] = [.locationAvailable, .locationAgeP95, .firstLocation]
}

extension Metric {
    /// The number of reference positions for which an estimate exists.
    public static let locationCount = Metric(
        "location_count",
        .location,
        unit: "",
        polarity: .neutral,
        isCount: true,
        summary: "Number of reference positions that are compared with an estimate."
    )

    /// The mean horizontal error of the latest estimate, at the times of the reference.
    public static let locationErrorMean = Metric(
        "location_error_mean_m",
        .location,
        unit: "m",
        summary: "Mean horizontal error of the latest estimate."
    )

    /// The root mean square of the horizontal error.
    public static let locationErrorRMS = Metric(
        "location_error_rms_m",
        .location,
        unit: "m",
        summary: "Root mean square of the horizontal error."
    )

    /// The 75th percentile of the horizontal error.
    public static let locationErrorP75 = Metric(
        "location_error_p75_m",
        .location,
        unit: "m",
        summary: "75th percentile of the horizontal error."
    )

    /// The 90th percentile of the horizontal error.
    public static let locationErrorP90 = Metric(
        "location_error_p90_m",
        .location,
        unit: "m",
        summary: "90th percentile of the horizontal error."
    )

    /// The maximum of the horizontal error.
    public static let locationErrorMax = Metric(
        "location_error_max_m",
        .location,
        unit: "m",
        summary: "Maximum of the horizontal error."
    )

    /// The length of the mean horizontal error vector.
    public static let locationBias = Metric(
        "location_bias_m",
        .location,
        unit: "m",
        summary: "Length of the mean horizontal error vector."
    )

    /// The mean error of the altitude, positive if the estimate is too high.
    public static let verticalBias = Metric(
        "vertical_bias_m",
        .location,
        unit: "m",
        polarity: .closerToZeroIsBetter,
        summary: "Mean error of the altitude, positive if the estimate is too high."
    )

    /// The root mean square error of the altitude.
    public static let verticalRMS = Metric(
        "vertical_rms_m",
        .location,
        unit: "m",
        summary: "Root mean square error of the altitude."
    )

    /// The 95th percentile of the absolute error of the altitude: VE95 of ISO/IEC 18305.
    public static let verticalP95 = Metric(
        "vertical_p95_m",
        .location,
        unit: "m",
        summary: "95th percentile of the absolute error of the altitude: VE95 of ISO/IEC 18305."
    )

    /// The 95th percentile of the error in three dimensions: SE95 of ISO/IEC 18305.
    public static let sphericalP95 = Metric(
        "spherical_p95_m",
        .location,
        unit: "m",
        summary: "95th percentile of the error in three dimensions: SE95 of ISO/IEC 18305."
    )

    /// The share of estimates on the correct floor: the floor detection probability of ISO/IEC 18305.
    public static let floorDetection = Metric(
        "floor_detection_percent",
        .location,
        unit: "%",
        polarity: .largerIsBetter,
        summary: "Share of estimates on the correct floor: the floor detection probability of ISO/IEC 18305."
    )

    /// The root mean square of the error along the direction of travel.
    public static let alongTrackRMS = Metric(
        "along_track_rms_m",
        .location,
        unit: "m",
        summary: "Root mean square of the error along the direction of travel."
    )

    /// The root mean square of the error across the direction of travel.
    public static let crossTrackRMS = Metric(
        "cross_track_rms_m",
        .location,
        unit: "m",
        summary: "Root mean square of the error across the direction of travel."
    )

    /// The root mean square error of the direction of travel over 2 s, while both the reference and the estimate move.
    public static let courseRMSE = Metric(
        "course_rmse_deg",
        .location,
        unit: "deg",
        summary: "Root mean square error of the direction of travel over 2 s, while estimate and reference move."
    )

    /// The shift in time that minimises the variance of the horizontal error.
    public static let locationLag = Metric(
        "location_lag_ms",
        .location,
        unit: "ms",
        polarity: .closerToZeroIsBetter,
        summary: "Shift in time that minimises the variance of the horizontal error."
    )

    /// The root mean square distance of estimates from their mean while the reference is at rest.
    public static let locationStillRMS = Metric(
        "location_still_rms_m",
        .location,
        unit: "m",
        summary: "Root mean square distance of estimates from their mean while the reference is at rest."
    )

    /// The number of consecutive estimates between which the horizontal error vector changes by more than 5 m.
    public static let locationJumps = Metric(
        "location_jumps",
        .location,
        unit: "",
        isCount: true,
        summary: "Number of moves from one estimate to the next that differ from the true motion by more than 5 m."
    )

    /// The length of the estimated path divided by the length of the true path. Both lengths are sums of displacements
    /// over 1 s.
    public static let pathLengthRatio = Metric(
        "path_length_ratio",
        .location,
        unit: "",
        polarity: .neutral,
        summary: "Length of the estimated path divided by the length of the reference path, both in steps of 1 s."
    )

    /// The share of the recording's time in which the latest estimate is at most 10 s old.
    public static let locationAvailable = Metric(
        "location_available_percent",
        .location,
        unit: "%",
        polarity: .largerIsBetter,
        summary: "Share of the recording's time with an estimate that is at most 10 s old."
    )

    /// The 95th percentile of the age of the latest estimate, sampled each second after the first estimate.
    public static let locationAgeP95 = Metric(
        "location_age_p95_s",
        .location,
        unit: "s",
        summary: "95th percentile of the age of the latest estimate, sampled each second after the first estimate."
    )

    /// The time from the first sample of the recording to the first estimate.
    public static let firstLocation = Metric(
        "first_location_s",
        .location,
        unit: "s",
        summary: "Time from the first sample of the recording to the first estimate."
    )

    /// The time from the first sample until the horizontal error stays below 10 m for 10 s.
    public static let timeTo10Metres = Metric(
        "time_to_10m_s",
        .location,
        unit: "s",
        summary: "Time from the first sample until the horizontal error stays below 10 m for 10 s."
    )

    /// The time from the first sample until the horizontal error stays below 5 m for 10 s.
    public static let timeTo5Metres = Metric(
        "time_to_5m_s",
        .location,
        unit: "s",
        summary: "Time from the first sample until the horizontal error stays below 5 m for 10 s."
    )

    /// The third quartile of the horizontal error of estimates that are interpolated every 0.5 s, as in the
    /// competitions EvAAL and IPIN. Each floor between estimate and truth adds 15 m.
    public static let ipinThirdQuartile = Metric(
        "ipin_third_quartile_m",
        .location,
        unit: "m",
        summary:
            "Third quartile of the horizontal error of interpolated estimates each 0.5 s, plus 15 m per wrong floor, as "
            + "in EvAAL and IPIN."
    )

    /// The points of EvAAL of 2013 for the third quartile of the horizontal error. An error up to 0.5 m yields 10 points,
    /// 2 m yields 4 points, and 4 m or more yields 0 points.
    public static let evaalPoints = Metric(
        "evaal_2013_points",
        .location,
        unit: "",
        polarity: .largerIsBetter,
        summary: "Points of EvAAL of 2013 for the third quartile: 10 up to 0.5 m, 4 at 2 m, 0 from 4 m."
    )

    /// The circular error of the xDR Challenge of 2023: the median horizontal error.
    public static let xdrCircularError = Metric(
        "xdr_ce_m",
        .location,
        unit: "m",
        summary: "xDR Challenge of 2023: median of the horizontal error of the estimate nearest in time. \(onRequest)"
    )

    /// The circular accuracy of the xDR Challenge of 2023: the distance of the error's mode from zero.
    public static let xdrCircularAccuracy = Metric(
        "xdr_ca_m",
        .location,
        unit: "m",
        summary: "xDR Challenge of 2023: distance of the mode of the error's density from zero. \(onRequest)"
    )

    /// The error accumulation gradient of the xDR Challenge of 2023. It is the median of the error divided by the time
    /// to the nearer end of the walk.
    public static let xdrGradient = Metric(
        "xdr_eag_mps",
        .location,
        unit: "m/s",
        summary:
            "xDR Challenge of 2023: median of the error divided by the time to the nearer end of the walk. "
            + onRequest
    )

    /// The velocity error of the xDR Challenge of 2023: half the median difference between the estimated and the true
    /// speed.
    public static let xdrVelocityError = Metric(
        "xdr_ve_mps",
        .location,
        unit: "m/s",
        summary: "xDR Challenge of 2023: half the median difference of the speeds over 1 s. \(onRequest)"
    )

    /// The total score of the xDR Challenge of 2023 from 0 to 100, without the part of the score for obstacles.
    public static let xdrScore = Metric(
        "xdr_score",
        .location,
        unit: "",
        polarity: .largerIsBetter,
        summary: "xDR Challenge of 2023: total score from 0 to 100 without the part for obstacles. \(onRequest)"
    )

    private static let onRequest = "Only if --metrics names it."

    /// The mean of the median and the 95th percentile of the horizontal error at 1 Hz, as in the Smartphone
    /// Decimeter Challenge.
    public static let decimeterScore = Metric(
        "decimeter_score_m",
        .location,
        unit: "m",
        summary:
            "Mean of the median and the 95th percentile of the horizontal error at 1 Hz, as in the Smartphone "
            + "Decimeter Challenge."
    )

    /// The horizontal error at the first reference position at least 60 s after the first estimate.
    public static let locationErrorAfter60 = Metric(
        "location_error_60s_m",
        .location,
        unit: "m",
        summary: "Horizontal error at the first reference position at least 60 s after the first estimate."
    )

    /// The last horizontal error divided by the length of the reference's path since the first estimate.
    public static let locationDrift = Metric(
        "location_drift_percent",
        .location,
        unit: "%",
        summary: "Last horizontal error divided by the length of the reference's path since the first estimate."
    )

    /// The share of estimates whose horizontal error is within the claimed radius. The claim is that 68 % of the errors
    /// are within this radius.
    public static let claimed68 = Metric(
        "claimed_68_percent",
        .location,
        unit: "%",
        polarity: .neutral,
        summary: "Share of estimates whose horizontal error is within the claimed radius of 68 %."
    )

    /// The share of estimates whose horizontal error is within 1.62 times the claimed radius. If the claim is true, the
    /// share is 95 %.
    public static let claimed95 = Metric(
        "claimed_95_percent",
        .location,
        unit: "%",
        polarity: .neutral,
        summary:
            "Share of estimates whose horizontal error is within 1.62 times the claimed radius, which "
            + "contains 95 %."
    )

    /// The mean ratio of the squared horizontal error to the claimed variance per axis; 2 if the claim is true.
    public static let claimedNEES = Metric(
        "claimed_nees",
        .location,
        unit: "",
        polarity: .neutral,
        summary:
            "Mean of the squared horizontal error divided by the claimed variance per axis; 2 if the claim is "
            + "true."
    )

    /// The factor by which claimed radii must be multiplied to contain 68 % of the errors.
    public static let claimedFactor = Metric(
        "claimed_factor",
        .location,
        unit: "",
        polarity: .neutral,
        summary: "Factor by which claimed radii must be multiplied to contain 68 % of the errors."
    )

    /// The share of estimates whose altitude error is within the claimed standard deviation. If the claim is true, the
    /// share is 68 %.
    public static let claimedVertical = Metric(
        "claimed_vertical_percent",
        .location,
        unit: "%",
        polarity: .neutral,
        summary:
            "Share of estimates whose error of the altitude is within the claimed standard deviation; 68 % if "
            + "the claim is true."
    )
}
