/// Figures of one metric, and which of them is the better one.
struct ComparedFigures {
    /// Relative. Two sums in another order differ by less, and no figure is known better.
    static let rounding = 1e-9

    let metric: Metric
    let threshold: TableTolerance

    /// What is compared: a lead and a lag of the same size are alike.
    func magnitude(_ figure: Double) -> Double { figure.magnitude }

    /// Whether larger magnitudes are worse.
    var isCost: Bool { metric.polarity != .largerIsBetter }

    /// What is suspected of a candidate.
    var suspicion: PermutationTest.Alternative { isCost ? .larger : .smaller }

    /// What the baseline's magnitudes become by a change that the threshold just allows.
    var allowance: (factor: Double, offset: Double) {
        let sign: Double = isCost ? 1 : -1
        switch threshold {
        case .relative(let share): return (max(0, 1 + sign * share), 0)
        case .absolute(let amount): return (1, sign * amount)
        }
    }

    /// How one figure stands to another of the same recording.
    func verdict(baseline: Double, candidate: Double) -> MetricComparison.Verdict {
        let (old, new) = (magnitude(baseline), magnitude(candidate))
        let slack = Self.rounding * max(old, new)
        let worsening = isCost ? new - old : old - new
        if worsening > threshold.limit(at: old) + slack { return .worse }
        return worsening < -slack ? .better : .same
    }

    /// The relative change of the means of magnitudes.
    func change(_ baseline: [Double], _ candidate: [Double]) -> Double? {
        let old = baseline.reduce(0) { $0 + magnitude($1) } / Double(baseline.count)
        let new = candidate.reduce(0) { $0 + magnitude($1) } / Double(candidate.count)
        return old > 0 ? new / old - 1 : new > 0 ? nil : 0
    }
}
