/// All filters, by their names in a SPEC.
public enum FilterCatalogue {
    /// The filters in the order of the listing.
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

    /// The filter with this name; nil if there is no such filter. O(entries).
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.name == name }
    }
}
