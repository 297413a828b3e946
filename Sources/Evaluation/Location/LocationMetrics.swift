extension MetricCatalogue {
    /// The metrics that only location pipelines have, in report order. In reports, they follow the two location metrics
    /// that AR systems also have.
    static let ofLocation: [Metric] =
        [
            .locationCount, .locationErrorMean, .locationErrorRMS, .locationErrorP75, .locationErrorP90,
            .locationErrorMax, .locationBias, .verticalBias, .verticalRMS, .verticalP95, .sphericalP95, .floorDetection,
            .alongTrackRMS,
            .crossTrackRMS, .courseRMSE, .reportedSpeedRMSE, .reportedCourseRMSE, .locationLag, .locationStillRMS,
            .locationJumps, .pathLengthRatio,
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
    public static let locationCount = MetricGroup.location.metric(
        "location_count",
        "Number of reference positions that are compared with an estimate.",
        polarity: .neutral,
        isCount: true
    )

    /// The mean horizontal error of the latest estimate, at the times of the reference.
    public static let locationErrorMean = MetricGroup.location.metric(
        "location_error_mean_m",
        "Mean horizontal error of the latest estimate."
    )

    /// The root mean square of the horizontal error.
    public static let locationErrorRMS = MetricGroup.location.metric(
        "location_error_rms_m",
        "Root mean square of the horizontal error."
    )

    /// The 75th percentile of the horizontal error.
    public static let locationErrorP75 = MetricGroup.location.metric(
        "location_error_p75_m",
        "75th percentile of the horizontal error."
    )

    /// The 90th percentile of the horizontal error.
    public static let locationErrorP90 = MetricGroup.location.metric(
        "location_error_p90_m",
        "90th percentile of the horizontal error."
    )

    /// The maximum of the horizontal error.
    public static let locationErrorMax = MetricGroup.location.metric(
        "location_error_max_m",
        "Maximum of the horizontal error."
    )

    /// The length of the mean horizontal error vector.
    public static let locationBias = MetricGroup.location.metric(
        "location_bias_m",
        "Length of the mean horizontal error vector."
    )

    /// The mean error of the altitude, positive if the estimate is too high.
    public static let verticalBias = MetricGroup.location.metric(
        "vertical_bias_m",
        "Mean error of the altitude, positive if the estimate is too high.",
        polarity: .closerToZeroIsBetter
    )

    /// The root mean square error of the altitude.
    public static let verticalRMS = MetricGroup.location.metric(
        "vertical_rms_m",
        "Root mean square error of the altitude."
    )

    /// The 95th percentile of the absolute error of the altitude: VE95 of ISO/IEC 18305.
    public static let verticalP95 = MetricGroup.location.metric(
        "vertical_p95_m",
        "95th percentile of the absolute error of the altitude: VE95 of ISO/IEC 18305."
    )

    /// The 95th percentile of the error in three dimensions: SE95 of ISO/IEC 18305.
    public static let sphericalP95 = MetricGroup.location.metric(
        "spherical_p95_m",
        "95th percentile of the error in three dimensions: SE95 of ISO/IEC 18305."
    )

    /// The share of estimates on the correct floor: the floor detection probability of ISO/IEC 18305.
    public static let floorDetection = MetricGroup.location.metric(
        "floor_detection_percent",
        "Share of estimates on the correct floor: the floor detection probability of ISO/IEC 18305.",
        polarity: .largerIsBetter
    )

    /// The root mean square of the error along the direction of travel.
    public static let alongTrackRMS = MetricGroup.location.metric(
        "along_track_rms_m",
        "Root mean square of the error along the direction of travel."
    )

    /// The root mean square of the error across the direction of travel.
    public static let crossTrackRMS = MetricGroup.location.metric(
        "cross_track_rms_m",
        "Root mean square of the error across the direction of travel."
    )

    /// The root mean square error of the direction of travel over 2 s, while both the reference and the estimate move.
    public static let courseRMSE = MetricGroup.location.metric(
        "course_rmse_deg",
        "Root mean square error of the direction of travel over 2 s, while estimate and reference move."
    )

    /// The root mean square error of the speed that the receiver reported with its fixes.
    public static let reportedSpeedRMSE = MetricGroup.location.metric(
        "reported_speed_rmse_mps",
        "Root mean square error of the reported speed, compared with the reference's speed over 1 s."
    )

    /// The root mean square error of the direction of travel that the receiver reported with its fixes.
    public static let reportedCourseRMSE = MetricGroup.location.metric(
        "reported_course_rmse_deg",
        "Root mean square error of the reported course, compared with the reference's direction over 1 s, while the "
            + "reference moves."
    )

    /// The shift of the estimates in time for which the variance of the horizontal error is smallest.
    public static let locationLag = MetricGroup.location.metric(
        "location_lag_ms",
        "Shift in time that minimises the variance of the horizontal error.",
        polarity: .closerToZeroIsBetter
    )

    /// The root mean square distance of estimates from their mean while the reference is at rest.
    public static let locationStillRMS = MetricGroup.location.metric(
        "location_still_rms_m",
        "Root mean square distance of estimates from their mean while the reference is at rest."
    )

    /// The number of jumps. A jump is a change of the horizontal error vector by more than 5 m from one estimate to the
    /// next.
    public static let locationJumps = MetricGroup.location.metric(
        "location_jumps",
        "Number of moves from one estimate to the next that differ from the true motion by more than 5 m.",
        isCount: true
    )

    /// The length of the estimated path divided by the length of the true path. Both lengths are sums of displacements
    /// over 1 s.
    public static let pathLengthRatio = MetricGroup.location.metric(
        "path_length_ratio",
        "Length of the estimated path divided by the length of the reference path, both in steps of 1 s.",
        polarity: .neutral
    )

    /// The share of the recording's time in which the latest estimate is at most 10 s old.
    public static let locationAvailable = MetricGroup.location.metric(
        "location_available_percent",
        "Share of the recording's time with an estimate that is at most 10 s old.",
        polarity: .largerIsBetter
    )

    /// The 95th percentile of the age of the latest estimate, sampled each second after the first estimate.
    public static let locationAgeP95 = MetricGroup.location.metric(
        "location_age_p95_s",
        "95th percentile of the age of the latest estimate, sampled each second after the first estimate."
    )

    /// The time from the first sample of the recording to the first estimate.
    public static let firstLocation = MetricGroup.location.metric(
        "first_location_s",
        "Time from the first sample of the recording to the first estimate."
    )

    /// The time from the first sample until the horizontal error stays below 10 m for 10 s.
    public static let timeTo10Metres = MetricGroup.location.metric(
        "time_to_10m_s",
        "Time from the first sample until the horizontal error stays below 10 m for 10 s."
    )

    /// The time from the first sample to the start of the first 10 s in which the horizontal error stays below 5 m.
    public static let timeTo5Metres = MetricGroup.location.metric(
        "time_to_5m_s",
        "Time from the first sample until the horizontal error stays below 5 m for 10 s."
    )

    /// The third quartile of the horizontal error of estimates that are interpolated every 0.5 s, as in the
    /// competitions EvAAL and IPIN. Each floor between estimate and truth adds 15 m.
    public static let ipinThirdQuartile = MetricGroup.location.metric(
        "ipin_third_quartile_m",
        "Third quartile of the horizontal error of interpolated estimates each 0.5 s, plus 15 m per wrong floor, as "
            + "in EvAAL and IPIN."
    )

    /// The points of the competition EvAAL of 2013 for the third quartile of the horizontal error. An error up to 0.5 m
    /// yields 10 points, 2 m yields 4 points, and 4 m or more yields 0 points.
    public static let evaalPoints = MetricGroup.location.metric(
        "evaal_2013_points",
        "Points of EvAAL of 2013 for the third quartile: 10 up to 0.5 m, 4 at 2 m, 0 from 4 m.",
        polarity: .largerIsBetter
    )

    /// The circular error of the xDR Challenge of 2023: the median horizontal error.
    public static let xdrCircularError = MetricGroup.location.metric(
        "xdr_ce_m",
        "xDR Challenge of 2023: median of the horizontal error of the estimate nearest in time. \(onRequest)"
    )

    /// The circular accuracy of the xDR Challenge of 2023: the distance of the error's mode from zero.
    public static let xdrCircularAccuracy = MetricGroup.location.metric(
        "xdr_ca_m",
        "xDR Challenge of 2023: distance of the mode of the error's density from zero. \(onRequest)"
    )

    /// The error accumulation gradient of the xDR Challenge of 2023. It is the median of the error divided by the time
    /// to the nearer end of the walk.
    public static let xdrGradient = MetricGroup.location.metric(
        "xdr_eag_mps",
        "xDR Challenge of 2023: median of the error divided by the time to the nearer end of the walk. "
            + onRequest
    )

    /// The velocity error of the xDR Challenge of 2023: half the median difference between the estimated and the true
    /// speed.
    public static let xdrVelocityError = MetricGroup.location.metric(
        "xdr_ve_mps",
        "xDR Challenge of 2023: half the median difference of the speeds over 1 s. \(onRequest)"
    )

    /// The total score of the xDR Challenge of 2023 from 0 to 100, without the part of the score for obstacles.
    public static let xdrScore = MetricGroup.location.metric(
        "xdr_score",
        "xDR Challenge of 2023: total score from 0 to 100 without the part for obstacles. \(onRequest)",
        polarity: .largerIsBetter
    )

    private static let onRequest = "Only if --metrics names it."

    /// The mean of the median and the 95th percentile of the horizontal error at 1 Hz, as in the Smartphone
    /// Decimeter Challenge.
    public static let decimeterScore = MetricGroup.location.metric(
        "decimeter_score_m",
        "Mean of the median and the 95th percentile of the horizontal error at 1 Hz, as in the Smartphone "
            + "Decimeter Challenge."
    )

    /// The horizontal error at the first reference position at least 60 s after the first estimate.
    public static let locationErrorAfter60 = MetricGroup.location.metric(
        "location_error_60s_m",
        "Horizontal error at the first reference position at least 60 s after the first estimate."
    )

    /// The last horizontal error divided by the length of the reference's path since the first estimate.
    public static let locationDrift = MetricGroup.location.metric(
        "location_drift_percent",
        "Last horizontal error divided by the length of the reference's path since the first estimate."
    )

    /// The share of estimates whose horizontal error is within the claimed radius. The claim is that 68 % of the errors
    /// are within this radius.
    public static let claimed68 = MetricGroup.location.metric(
        "claimed_68_percent",
        "Share of estimates whose horizontal error is within the claimed radius of 68 %.",
        polarity: .neutral
    )

    /// The share of estimates whose horizontal error is within 1.62 times the claimed radius. If the claim is true, the
    /// share is 95 %.
    public static let claimed95 = MetricGroup.location.metric(
        "claimed_95_percent",
        "Share of estimates whose horizontal error is within 1.62 times the claimed radius, which contains 95 %.",
        polarity: .neutral
    )

    /// The mean ratio of the squared horizontal error to the claimed variance per axis; 2 if the claim is true.
    public static let claimedNEES = MetricGroup.location.metric(
        "claimed_nees",
        "Mean of the squared horizontal error divided by the claimed variance per axis; 2 if the claim is true.",
        polarity: .neutral
    )

    /// The factor by which claimed radii must be multiplied to contain 68 % of the errors.
    public static let claimedFactor = MetricGroup.location.metric(
        "claimed_factor",
        "Factor by which claimed radii must be multiplied to contain 68 % of the errors.",
        polarity: .neutral
    )

    /// The share of estimates whose altitude error is within the claimed standard deviation. If the claim is true, the
    /// share is 68 %.
    public static let claimedVertical = MetricGroup.location.metric(
        "claimed_vertical_percent",
        "Share of estimates whose error of the altitude is within the claimed standard deviation; 68 % if "
            + "the claim is true.",
        polarity: .neutral
    )
}
