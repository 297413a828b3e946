/// Every filter, by the name that a SPEC uses.
public enum FilterCatalogue {
    public static let entries: [FilterEntry] = [
        .lowPass,
        .doubleExponential,
        .movingAverage,
        .weightedMovingAverage,
        .movingMedian,
        .matrixMovingAverage,
        .sphericalAverage,
        .derivativeSmoother,
        .step,
        .delay,
        .oneEuro,
        .savitzkyGolay,
        .kalmanConstantVelocity,
        .predict,
        .bias,
        .hardIron,
        .scale,
    ]

    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.name == name }
    }
}
