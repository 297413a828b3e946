/// Which values of a metric are better.
public enum MetricPolarity: String, Sendable, Hashable {
    /// Smaller figures are better.
    case smallerIsBetter = "smaller is better"
    /// Figures with a smaller magnitude are better.
    case closerToZeroIsBetter = "closer to zero is better"
    /// Larger figures are better.
    case largerIsBetter = "larger is better"
    /// A figure that describes a run but not its quality.
    case neutral
}

extension MetricPolarity {
    /// Whether figures may be negative.
    public var isSigned: Bool { self == .closerToZeroIsBetter || self == .neutral }

    /// The function that turns a metric's figure into a cost to minimise; nil for a neutral metric.
    ///
    /// A lead and a lag of the same size have the same cost.
    public var cost: (@Sendable (Double) -> Double)? {
        switch self {
        case .smallerIsBetter: { $0 }
        case .closerToZeroIsBetter: { abs($0) }
        case .largerIsBetter: { -$0 }
        case .neutral: nil
        }
    }
}
