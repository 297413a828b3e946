import SensorModel

extension ComputeClock {
    /// The times that a program outside of Sextant took.
    init(_ time: OutsideTime) {
        switch time {
        case .perSample(let times): self.init(samples: times)
        case .perRun(let seconds): self.init(wholeRun: seconds)
        case .unmeasured(let reason): self.init(unmeasured: reason)
        }
    }

    /// Sets the metrics of compute time.
    ///
    /// - Parameter orientations: the number of orientations of the run.
    func measure(orientations: Int, into metrics: inout MetricValues) {
        if let wholeRun {
            let reason = "a batch program or an offline estimator is timed as a whole, with its start and end"
            metrics.setUnmeasured([.computeP50, .computeP99, .computeMax], because: reason)
            return metrics.set(.computeMean, to: wholeRun / Double(orientations), note: reason)
        }
        guard let median, let p99, let maximum, let mean else {
            let reason = obstacle ?? "the recording is too short to time"
            return metrics.setUnmeasured(MetricCatalogue.ofTime, because: reason)
        }
        metrics.set(.computeP50, to: median)
        metrics.set(.computeP99, to: p99)
        metrics.set(.computeMax, to: maximum)
        metrics.set(.computeMean, to: mean)
    }
}
