import Evaluation

/// The mean of one metric over recordings, and what it rests on.
struct MetricMean: Sendable, Hashable {
    /// The arithmetic mean of the recordings' figures, each recording counting the same; for RMS figures too, as in
    /// BROAD (Laidig et al. 2021). Nil when no recording has a figure.
    let value: Double?
    /// What means are ranked, marked and sorted by: ``value``, but of a metric that is best at zero the mean of the
    /// figures' sizes. A lead and a lag that cancel each other are no small lag.
    let comparable: Double?
    /// The recordings that have a figure, by position.
    let recordings: [Int]
    /// How many recordings there are.
    let total: Int
    /// Why the others have none, each reason once.
    let reasons: [String]
    private let figures: [Double]

    var isPartial: Bool { recordings.count < total }

    /// What the mean might have been with other recordings; nil of fewer than three.
    ///
    /// O(2,000 · recordings), computed anew each time.
    var interval: BootstrapInterval? { BootstrapInterval(ofMeanOf: figures) }

    /// - Parameter runs: one per recording; nil where the pipeline was not run.
    init(of metric: MetricName, over runs: [EvaluationRun?]) {
        self.init(of: metric, overEach: runs.map { [$0].compactMap(\.self) })
    }

    /// - Parameter runs: those of each recording, which count as one with the mean of their figures; none where nothing
    ///   was run.
    init(of metric: MetricName, overEach runs: [[EvaluationRun]]) {
        let isSigned = MetricCatalogue.metric(metric).polarity == .closerToZeroIsBetter
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
        self.recordings = recordings
        self.reasons = reasons
    }

    /// Summed from the smallest to the largest: the order of the recordings does not show in the last digit.
    private static func mean(_ figures: [Double]) -> Double? {
        guard !figures.isEmpty else { return nil }
        let mean = figures.sorted().reduce(0, +) / Double(figures.count)
        // The sum of numbers near the end of what a Double holds exceeds it, their mean does not.
        return mean.isFinite ? mean : figures.sorted().reduce(0) { $0 + $1 / Double(figures.count) }
    }
}
