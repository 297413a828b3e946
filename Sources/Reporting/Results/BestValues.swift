import Evaluation
import Statistics

/// Determines the best figures of a column.
enum BestValues {
    /// The rows with the best figure, including all that look the same at the shown precision.
    ///
    /// The set is empty when fewer than two rows have a figure, or when the metric is neither good nor bad.
    static func rows(_ figures: [Double?], of metric: MetricName) -> Set<Int> {
        let known = figures.compactMap(\.self)
        guard known.count > 1, let best = best(of: known, MetricCatalogue.metric(metric).polarity) else { return [] }
        let text = text(best, of: metric)
        return Set(figures.indices.filter { row in figures[row].map { self.text($0, of: metric) } == text })
    }

    /// The rows with the best mean; for a metric that is best at zero, the smallest mean of absolute values.
    static func rows(ofMeans means: [MetricMean], of metric: MetricName) -> Set<Int> {
        rows(means.map(\.comparable), of: metric)
    }

    /// A remark on those metrics whose means have a sign; nil without such a metric.
    static func remark(on metrics: [MetricName]) -> String? {
        let signed = metrics.filter { MetricCatalogue.metric($0).polarity == .closerToZeroIsBetter }
        guard !signed.isEmpty else { return nil }
        return
            "\(signed.map(\.rawValue).joined(separator: ", ")): cells show the mean of the signed figures; marks and "
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

    private static func text(_ figure: Double, of metric: MetricName) -> String {
        let signDoesNotCount = MetricCatalogue.metric(metric).polarity == .closerToZeroIsBetter
        return NumberText.short(signDoesNotCount ? abs(figure) : figure, of: metric)
    }
}
