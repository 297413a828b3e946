extension ParameterSearch {
    /// What a setting costs over recordings: the mean of the figures' costs, each recording counting the same; small is
    /// good. Nil where a figure is missing, and of no recording.
    ///
    /// - Parameters:
    ///   - figures: one per recording, in the metric's unit.
    ///   - metric: one of which a side is good.
    public static func cost(of figures: [Double?], metric: MetricName) -> Double? {
        guard let cost = MetricCatalogue.metric(metric).polarity.cost else {
            preconditionFailure("a metric that can be searched by has a good side")
        }
        let costs = figures.compactMap { $0.map(cost) }
        return costs.isEmpty || costs.count < figures.count ? nil : TuningFigures.mean(costs)
    }
}
