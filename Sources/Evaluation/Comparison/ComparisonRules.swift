/// The rules of a comparison of two results: the metrics, and the accepted regressions.
public struct ComparisonRules: Sendable, Hashable {
    /// The metrics to compare, in report order. A neutral metric is never included.
    public var metrics: [MetricName]
    /// The accepted regression of any pipeline by metric. The default is 0, and ``usualTimeAllowance`` for times.
    public var thresholds: [MetricName: TableTolerance] = [:]
    /// The accepted regression of single pipelines by SPEC; overrides ``thresholds``.
    public var pipelineThresholds: [String: [MetricName: TableTolerance]] = [:]
    /// The probability that figures that differ by chance cause no false alarm in the whole comparison.
    public var confidence = 0.95
    /// The pipeline of the same results whose times divide all other times; nil to compare no times.
    public var yardstick: String?

    /// Creates rules.
    public init(metrics: [MetricName] = usualMetrics) { self.metrics = metrics }

    /// The default metrics: the columns of reports that are neither neutral nor times, without the heading drift. With a
    /// magnetometer, that is noise about zero.
    public static let usualMetrics: [MetricName] = [
        .totalRMSE, .headingRMSE, .inclinationRMSE, .stillRMS, .incrementRMS, .jumpCount, .lag, .stepRise,
        .stepSettling, .stepOvershoot, .pixelRMSE, .pixelMedian, .pixelP95, .stillRMSPixels, .incrementRMSPixels,
        .pixelJumps, .wronglyShown, .wronglyHidden, .visibleJaccard, .locationErrorP50, .locationErrorP95,
    ]

    /// The accepted regression of times, because a machine runs other tasks, too.
    public static let usualTimeAllowance = TableTolerance.relative(0.1)

    /// The metrics that can be compared: all that are not neutral.
    public static let gateable = MetricCatalogue.metrics.filter { $0.polarity != .neutral }.map(\.name)

    /// The accepted regression of a pipeline in a metric.
    public func threshold(_ metric: MetricName, of pipeline: String) -> TableTolerance {
        pipelineThresholds[pipeline]?[metric] ?? thresholds[metric]
            ?? (MetricCatalogue.ofTime.contains(metric) ? Self.usualTimeAllowance : .relative(0))
    }

    /// The metrics to compare for a pipeline.
    func metrics(of pipeline: String) -> [MetricName] {
        metrics.filter { metric in
            guard MetricCatalogue.ofTime.contains(metric) else { return true }
            return yardstick != nil && yardstick != pipeline
        }
    }
}

extension TableTolerance {
    /// Reads a threshold: `2` or `2%` of the baseline, or `0.5abs` in the metric's unit.
    ///
    /// Returns nil for anything else, and below 0.
    public init?(threshold text: some StringProtocol) {
        let suffixes = ["%", "abs"]
        let suffix = suffixes.first { text.hasSuffix($0) }
        guard let number = Double(text.dropLast(suffix?.count ?? 0)), number >= 0, number.isFinite else { return nil }
        self = suffix == "abs" ? .absolute(number) : .relative(number / 100)
    }
}
