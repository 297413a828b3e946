import Evaluation

/// Finds the best figures of a column.
enum BestValues {
    /// The rows whose figure is the best, all those that look the same at the precision that is shown; none when
    /// fewer than two rows have a figure or when the metric has no good side.
    static func rows(_ figures: [Double?], of metric: MetricName) -> Set<Int> {
        let known = figures.compactMap(\.self)
        guard known.count > 1, let best = best(of: known, MetricCatalogue.metric(metric).polarity) else { return [] }
        let text = text(best, of: metric)
        return Set(figures.indices.filter { row in figures[row].map { self.text($0, of: metric) } == text })
    }

    /// The same for means: of a metric that is best at zero, by the mean size of the figures.
    static func rows(ofMeans means: [MetricMean], of metric: MetricName) -> Set<Int> {
        rows(means.map(\.comparable), of: metric)
    }

    /// What a reader must know of the metrics among these whose means are shown with a sign; nil where there is none.
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
