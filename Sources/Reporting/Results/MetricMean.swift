package import Evaluation

/// The mean of one metric over recordings, with the recordings that it covers.
package struct MetricMean: Sendable, Hashable {
    /// The arithmetic mean of the recordings' figures, each with the same weight; nil when no recording has a figure.
    ///
    /// RMS figures are averaged arithmetically, too, as in Laidig et al. 2021.
    package let value: Double?
    /// The value by which means are ranked, marked and sorted.
    ///
    /// It is ``value``, except for a metric that is best at zero: then it is the mean of the absolute values, because a
    /// lead and a lag would cancel each other.
    let comparable: Double?
    /// The positions of the recordings that have a figure.
    package let recordings: [Int]
    /// The number of all recordings.
    package let total: Int
    /// The reasons why other recordings have no figure, each once.
    package let reasons: [String]
    private let figures: [Double]
    private let isSigned: Bool

    /// Whether some recordings have no figure.
    package var isPartial: Bool { recordings.count < total }

    /// The bootstrap interval of the mean over recordings; nil for fewer than three.
    ///
    /// O(2,000 · recordings) on each access.
    package var interval: BootstrapInterval? { BootstrapInterval(ofMeanOf: figures, isSigned: isSigned) }

    /// Computes the mean over recordings.
    ///
    /// - Parameter runs: one per recording; nil for a recording on which the pipeline was not run.
    package init(of metric: MetricName, over runs: [EvaluationRun?]) {
        self.init(of: metric, overEach: runs.map { [$0].compactMap(\.self) })
    }

    /// Computes the mean over recordings with several runs each.
    ///
    /// - Parameter runs: the runs of each recording. The mean of their figures is the recording's figure.
    package init(of metric: MetricName, overEach runs: [[EvaluationRun]]) {
        let polarity = MetricCatalogue.metric(metric).polarity
        let isSigned = polarity == .closerToZeroIsBetter
        var figures: [Double] = []
        var sizes: [Double] = []
        var recordings: [Int] = []
        var reasons: [String] = []
        for (position, runs) in runs.enumerated() {
            let own = runs.compactMap { $0.metrics[metric] }
            if let figure = Self.mean(own) {
                figures.append(figure)
                if isSigned { sizes.append(Self.mean(own.map(abs)) ?? 0) }
                recordings.append(position)
            } else {
                let reason = runs.first.map { $0.metrics.reason(for: metric) } ?? "not run"
                if !reasons.contains(reason) { reasons.append(reason) }
            }
        }
        value = Self.mean(figures)
        comparable = isSigned ? Self.mean(sizes) : value
        total = runs.count
        self.figures = figures
        self.isSigned = polarity.isSigned
        self.recordings = recordings
        self.reasons = reasons
    }

    /// The mean of the figures, summed in ascending order, so that the order of the recordings does not change it.
    private static func mean(_ figures: [Double]) -> Double? {
        guard !figures.isEmpty else { return nil }
        let mean = figures.sorted().reduce(0, +) / Double(figures.count)
        // The sum of very large numbers can overflow although their mean does not.
        return mean.isFinite ? mean : figures.sorted().reduce(0) { $0 + $1 / Double(figures.count) }
    }
}
