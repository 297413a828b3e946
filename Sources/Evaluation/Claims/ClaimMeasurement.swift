/// A measured value of a claim, with its interval over the seeds.
public struct ClaimMeasurement: Sendable, Hashable {
    /// The mean over the seeds; nil where a run has no figure.
    public var value: Double?
    /// The 95 % interval of the mean; nil for fewer than three seeds.
    public var interval: BootstrapInterval?
    /// Why there is no value.
    public var reason: String?

    init(_ figure: ComputedFigure) {
        let computed = figure.value()
        if computed.isFinite { value = computed } else { reason = "not a number" }
    }

    /// - Parameters:
    ///   - runs: one for each seed.
    ///   - divisors: the runs by whose figures those of `runs` are divided, in the same order; nil for no quotient.
    init(_ metric: MetricName, of runs: [EvaluationRun], over divisors: (MetricName, [EvaluationRun])?) {
        var values: [Double] = []
        for (index, run) in runs.enumerated() {
            guard let value = run.metrics[metric] else {
                reason = Self.reason(metric, run)
                return
            }
            guard let (name, others) = divisors else {
                values.append(value)
                continue
            }
            guard let divisor = others[index].metrics[name] else {
                reason = Self.reason(name, others[index])
                return
            }
            guard divisor != 0, (value / divisor).isFinite else {
                reason = "the divisor \(name.rawValue) is 0"
                return
            }
            values.append(value / divisor)
        }
        guard !values.isEmpty else {
            reason = "nothing was measured"
            return
        }
        value = values.reduce(0, +) / Double(values.count)
        interval = BootstrapInterval(ofMeanOf: values)
    }

    /// The verdict by the whole interval, or by the value where there is no interval.
    func verdict(_ accepted: ClaimRange) -> ClaimVerdict {
        guard let value else { return .undecided }
        switch accepted.cover(interval?.lower ?? value, interval?.upper ?? value) {
        case .all: return .holds
        case .none: return .fails
        case .some: return .undecided
        }
    }

    private static func reason(_ metric: MetricName, _ run: EvaluationRun) -> String {
        "\(metric.rawValue): \(run.metrics.note(for: metric) ?? "not measured")"
    }
}
