/// The comparison of figures of one metric.
struct ComparedFigures {
    /// The relative rounding error. Sums in another order differ by less, and no figure is more accurate.
    static let rounding = 1e-9

    let metric: Metric
    let threshold: TableTolerance

    /// The compared magnitude: a lead and a lag of the same size are equal.
    func magnitude(_ figure: Double) -> Double { figure.magnitude }

    /// Whether larger magnitudes are worse.
    var isCost: Bool { metric.polarity != .largerIsBetter }

    /// The alternative hypothesis of a regression.
    var suspicion: PermutationTest.Alternative { isCost ? .larger : .smaller }

    /// The transformation of the baseline's magnitudes to the limit that the threshold allows.
    var allowance: (factor: Double, offset: Double) {
        let sign: Double = isCost ? 1 : -1
        switch threshold {
        case .relative(let share): return (max(0, 1 + sign * share), 0)
        case .absolute(let amount): return (1, sign * amount)
        }
    }

    /// The verdict on a figure of the same recording in two results.
    func verdict(baseline: Double, candidate: Double) -> MetricComparison.Verdict {
        let (old, new) = (magnitude(baseline), magnitude(candidate))
        let slack = Self.rounding * max(old, new)
        let worsening = isCost ? new - old : old - new
        if worsening > threshold.limit(at: old) + slack { return .worse }
        return worsening < -slack ? .better : .same
    }

    /// The relative change of the means of magnitudes; nil if the baseline's mean is 0 and the candidate's is not.
    func change(_ baseline: [Double], _ candidate: [Double]) -> Double? {
        let old = baseline.reduce(0) { $0 + magnitude($1) } / Double(baseline.count)
        let new = candidate.reduce(0) { $0 + magnitude($1) } / Double(candidate.count)
        return old > 0 ? new / old - 1 : new > 0 ? nil : 0
    }
}
