/// What a claim measures.
public enum ClaimQuantity: Sendable {
    /// The mean over simulated recordings; divided by the mean of others where there are some.
    case measured(ClaimSeries, over: ClaimSeries?)
    /// A figure that follows from formulas alone.
    case computed(ComputedFigure)

    /// The unit of the figure; that of a quotient of two figures in the same unit is `×`.
    public var unit: String {
        switch self {
        case .computed(let figure): return figure.unit
        case .measured(let series, let divisor):
            guard let divisor else { return series.unit }
            return series.unit == divisor.unit ? "×" : "\(series.unit)/\(divisor.unit)"
        }
    }

    /// What must be measured for it.
    var series: [ClaimSeries] {
        switch self {
        case .computed: []
        case .measured(let series, let divisor): [series] + (divisor.map { [$0] } ?? [])
        }
    }
}
