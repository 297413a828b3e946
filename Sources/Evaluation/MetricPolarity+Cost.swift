extension MetricPolarity {
    /// What is to be small, of a metric's figure; nil where neither side is good.
    ///
    /// A lead and a lag of the same size cost the same.
    public var cost: (@Sendable (Double) -> Double)? {
        switch self {
        case .smallerIsBetter: { $0 }
        case .closerToZeroIsBetter: { abs($0) }
        case .largerIsBetter: { -$0 }
        case .neutral: nil
        }
    }
}
