/// Every orientation estimator, by the name that a SPEC uses.
public enum EstimatorCatalogue {
    public static let entries: [EstimatorEntry] = [
        .triad,
        .gyroscope,
        .madgwick,
        .mahony,
        .complementary,
        .ekf,
        .compassHeading,
        .vqf,
        .deviceAttitude,
    ]

    public static func entry(named name: String) -> EstimatorEntry? {
        entries.first { $0.name == name }
    }
}
