/// What two results are compared in, and how much worse the candidate may be.
public struct ComparisonRules: Sendable, Hashable {
    /// The metrics that are gated, in report order. A neutral one never is.
    public var metrics: [MetricName]
    /// How much worse any pipeline may be; where nothing is said, not at all, and a time ``usualTimeAllowance``.
    public var thresholds: [MetricName: TableTolerance] = [:]
    /// How much worse single pipelines may be, by their SPEC; before ``thresholds``.
    public var pipelineThresholds: [String: [MetricName: TableTolerance]] = [:]
    /// The chance that no comparison of figures that differ by chance is called worse.
    public var confidence = 0.95
    /// The pipeline by whose time the others' are divided, in the same results; nil not to compare times.
    public var yardstick: String?

    public init(metrics: [MetricName] = usualMetrics) { self.metrics = metrics }

    /// The columns of reports that are good one way and are no times.
    public static let usualMetrics: [MetricName] = [
        .totalRMSE, .headingRMSE, .inclinationRMSE, .stillRMS, .incrementRMS, .jumpCount, .lag, .stepRise,
        .stepSettling, .stepOvershoot, .pixelRMSE, .pixelMedian, .pixelP95, .stillRMSPixels, .incrementRMSPixels,
        .pixelJumps, .wronglyShown, .wronglyHidden, .visibleJaccard, .locationErrorP50, .locationErrorP95,
    ]

    /// A time is measured by a machine that does other things, too.
    public static let usualTimeAllowance = TableTolerance.relative(0.1)

    /// The metrics that can be gated.
    public static let gateable = MetricCatalogue.metrics.filter { $0.polarity != .neutral }.map(\.name)

    /// How much worse the pipeline may be in the metric.
    public func threshold(_ metric: MetricName, of pipeline: String) -> TableTolerance {
        pipelineThresholds[pipeline]?[metric] ?? thresholds[metric]
            ?? (MetricCatalogue.ofTime.contains(metric) ? Self.usualTimeAllowance : .relative(0))
    }

    /// The metrics that a pipeline is compared in.
    func metrics(of pipeline: String) -> [MetricName] {
        metrics.filter { metric in
            guard MetricCatalogue.ofTime.contains(metric) else { return true }
            return yardstick != nil && yardstick != pipeline
        }
    }
}

extension TableTolerance {
    /// A threshold as people write it: `2` or `2%` per cent of the baseline, `0.5abs` in the metric's unit.
    ///
    /// Nil for anything else, and for less than 0.
    public init?(threshold text: some StringProtocol) {
        let suffixes = ["%", "abs"]
        let suffix = suffixes.first { text.hasSuffix($0) }
        guard let number = Double(text.dropLast(suffix?.count ?? 0)), number >= 0, number.isFinite else { return nil }
        self = suffix == "abs" ? .absolute(number) : .relative(number / 100)
    }
}
