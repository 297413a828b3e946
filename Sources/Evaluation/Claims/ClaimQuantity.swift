/// What a claim measures.
public enum ClaimQuantity: Sendable {
    /// A metric over simulated recordings; divided, seed by seed, by another where there is one.
    case metric(ClaimRuns, over: ClaimRuns?)
    /// A figure that follows from formulas alone.
    case computed(ComputedFigure)

    /// The unit of the figure; that of a quotient of two figures in the same unit is `×`.
    public var unit: String {
        switch self {
        case .computed(let figure): return figure.unit
        case .metric(let runs, let divisor):
            let unit = MetricCatalogue.metric(runs.metric).unit
            guard let divisor else { return unit }
            let other = MetricCatalogue.metric(divisor.metric).unit
            return unit == other ? "×" : "\(unit)/\(other)"
        }
    }

    /// The runs that it needs.
    var runs: [ClaimRuns] {
        switch self {
        case .computed: []
        case .metric(let runs, let divisor): [runs] + (divisor.map { [$0] } ?? [])
        }
    }
}
