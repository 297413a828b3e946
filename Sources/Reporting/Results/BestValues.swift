package import Evaluation

/// Determines the best figures of a column.
package enum BestValues {
    /// The rows with the best figure, including all that look the same at the shown precision.
    ///
    /// The set is empty when fewer than two rows have a figure, or when the metric is neither good nor bad.
    package static func rows(_ figures: [Double?], of metric: MetricName) -> Set<Int> {
        rows(figures, MetricCatalogue.metric(metric).polarity) { NumberText.short($0, of: metric) }
    }

    /// The rows with the best figure by a polarity, including all with the same text.
    ///
    /// The set is empty when fewer than two rows have a figure, or when no figure is better than another.
    package static func rows(
        _ figures: [Double?],
        _ polarity: MetricPolarity,
        text: (Double) -> String
    ) -> Set<Int> {
        let known = figures.compactMap(\.self)
        guard known.count > 1, let best = best(of: known, polarity) else { return [] }
        let texts = figures.map { $0.map { text(polarity == .closerToZeroIsBetter ? abs($0) : $0) } }
        let wanted = text(polarity == .closerToZeroIsBetter ? abs(best) : best)
        return Set(figures.indices.filter { texts[$0] == wanted })
    }

    /// The rows with the best mean; for a metric that is best at zero, the smallest mean of absolute values.
    package static func rows(ofMeans means: [MetricMean], of metric: MetricName) -> Set<Int> {
        rows(means.map(\.comparable), of: metric)
    }

    /// A remark on those metrics whose means have a sign; nil without such a metric.
    ///
    /// - Parameter name: the name of a metric for the reader.
    static func remark(on metrics: [MetricName], named name: (MetricName) -> String = \.rawValue) -> String? {
        let signed = metrics.filter { MetricCatalogue.metric($0).polarity == .closerToZeroIsBetter }
        guard !signed.isEmpty else { return nil }
        return
            "\(signed.map(name).joined(separator: ", ")): cells show the mean of the signed figures; marks and "
            + "order follow the mean of their absolute values."
    }

    private static func best(of figures: [Double], _ polarity: MetricPolarity) -> Double? {
        switch polarity {
        case .smallerIsBetter: figures.min()
        case .closerToZeroIsBetter: figures.min { abs($0) < abs($1) }
        case .largerIsBetter: figures.max()
        case .neutral: nil
        }
    }
}

extension FigureTable {
    /// Marks the best figures of each column, including all that look the same with three digits.
    package mutating func markBest() {
        for column in columns.indices {
            guard let polarity = columns[column].polarity else { continue }
            for row in BestValues.rows(rows.map { $0[column].value }, polarity, text: { NumberText.short($0) }) {
                rows[row][column].isBest = true
            }
        }
    }
}
