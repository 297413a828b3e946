import PublishedEstimators
public import SensorFilters

/// All orientation estimators, by their names in a SPEC.
public enum EstimatorCatalogue {
    /// The estimators in the order of the listing.
    public static let entries: [EstimatorEntry] = [
        .triad,
        .singleFrame,
        .gyroscope,
        .madgwick,
        .mahony,
        .fusion,
        .fourati,
        .martin,
        .complementary,
        .aqua,
        .roleq,
        .ekf,
        .quaternionEKF,
        .choukroun,
        .renaudin,
        .guo,
        .selfCalibrating,
        .selfCalibratingOffline,
        .compassHeading,
        .vqf,
        .vqfOffline,
        .deviceAttitude,
    ]

    /// The estimator with this name; nil if there is no such estimator. O(entries).
    public static func entry(named name: String) -> EstimatorEntry? {
        entries.first { $0.name == name }
    }
}
