import Statistics

extension ComputeClock {
    /// Sets the metrics of compute time.
    func measure(into metrics: inout MetricValues) {
        guard let median, let p99, let maximum, let mean else {
            return metrics.setUnmeasured(MetricCatalogue.ofTime, because: "the recording is too short to time")
        }
        metrics.set(.computeP50, to: median)
        metrics.set(.computeP99, to: p99)
        metrics.set(.computeMax, to: maximum)
        metrics.set(.computeMean, to: mean)
    }
}
