extension EvaluationRun {
    /// Whether the run measured something: one of the requested metrics has a value.
    ///
    /// A computing time and a count of samples are figures only where nothing else is requested.
    public var hasMeasured: Bool {
        let figures = requestedFigures
        return figures.isEmpty
            ? requested.contains { metrics[$0] != nil } : figures.contains { metrics[$0] != nil }
    }

    /// The reason why the run measured nothing, which is that of its first metric; nil if it measured something.
    public var reasonUnmeasured: String? {
        guard !hasMeasured else { return nil }
        return (requestedFigures + requested).lazy.compactMap(metrics.note).first ?? "no metric has a value"
    }

    private var requested: [MetricName] {
        MetricCatalogue.metrics.map(\.name).filter { metrics.note(for: $0) != RunMeasurement.reasonUnasked }
    }

    private var requestedFigures: [MetricName] {
        requested.filter { !MetricCatalogue.ofTime.contains($0) && ![.count, .drawnFrames].contains($0) }
    }
}
