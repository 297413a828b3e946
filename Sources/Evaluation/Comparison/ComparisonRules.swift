package import Recordings
public import SensorModel

/// The rules for a comparison of two results: the compared metrics, and the accepted regressions.
public struct ComparisonRules: Sendable, Hashable {
    /// The metrics to compare, in report order. Neutral metrics are never included.
    public var metrics: [Metric]
    /// The accepted regression of each metric, for all pipelines. The default is ``usualTimeAllowance`` for computing
    /// times and 0 for other metrics.
    public var thresholds: [Metric: TableTolerance] = [:]
    /// The accepted regressions of single pipelines, by the pipeline's specification and by metric. They override
    /// ``thresholds``.
    public var pipelineThresholds: [String: [Metric: TableTolerance]] = [:]
    /// The probability that the whole comparison has no false alarm if values differ only by chance.
    public var confidence = 0.95
    /// The specification of the pipeline whose computing time is the unit of all computing times; `nil` to compare no
    /// computing times. The times of all other pipelines are divided by the times of this pipeline.
    public var yardstick: String?

    /// Creates the rules for a comparison.
    public init(metrics: [Metric] = usualMetrics) { self.metrics = metrics }

    /// The default metrics: all columns of reports except neutral metrics and computing times. The heading drift is
    /// excluded, because it is only noise around zero if a magnetometer is used. The metrics of labels, radar, list and
    /// arrows are excluded, because they follow from other errors that are compared.
    public static let usualMetrics: [Metric] = [
        .totalRMSE, .headingRMSE, .inclinationRMSE, .stillRMS, .incrementRMS, .jumpCount, .lag, .stepRise,
        .stepSettling, .stepOvershoot, .pixelRMSE, .pixelMedian, .pixelP95, .stillRMSPixels, .incrementRMSPixels,
        .pixelJumps, .wronglyShown, .wronglyHidden, .visibleJaccard, .locationErrorP50, .locationErrorP95,
        .locationErrorRMS, .verticalP95, .locationStillRMS, .locationLag, .courseRMSE, .locationDrift,
        .locationAvailable, .floorDetection,
    ]

    /// The default accepted regression of computing times: 10 %, because other programs can slow down an evaluation.
    public static let usualTimeAllowance = TableTolerance.relative(0.1)

    /// The built-in metrics that can be compared: all metrics that are not neutral.
    public static let gateable = gateable(among: MetricCatalogue.metrics)

    /// Returns the given metrics that can be compared: all metrics that are not neutral.
    public static func gateable(among metrics: [Metric]) -> [Metric] {
        metrics.filter { $0.polarity != .neutral }
    }

    /// Returns the accepted regression of a pipeline in a metric.
    public func threshold(_ metric: Metric, of pipeline: String) -> TableTolerance {
        pipelineThresholds[pipeline]?[metric] ?? thresholds[metric]
            ?? (MetricCatalogue.ofTime.contains(metric) ? Self.usualTimeAllowance : .relative(0))
    }

    /// Returns the metrics to compare for a pipeline. Computing times are excluded if there is no ``yardstick``, or if
    /// the pipeline is the yardstick.
    func metrics(of pipeline: String) -> [Metric] {
        metrics.filter { metric in
            guard MetricCatalogue.ofTime.contains(metric) else { return true }
            return yardstick != nil && yardstick != pipeline
        }
    }
}

extension TableTolerance {
    /// Parses a threshold: `2` or `2%` is a percentage of the baseline, and `0.5abs` is an amount in the metric's unit.
    ///
    /// Returns `nil` for other text, and for numbers below 0.
    public init?(threshold text: some StringProtocol) {
        let suffixes = ["%", "abs"]
        let suffix = suffixes.first { text.hasSuffix($0) }
        guard let number = Double(text.dropLast(suffix?.count ?? 0)), number >= 0, number.isFinite else { return nil }
        self = suffix == "abs" ? .absolute(number) : .relative(number / 100)
    }
}

extension ComparisonRules {
    /// Reads thresholds from a YAML file. The key `thresholds` contains the thresholds for all pipelines, and the key
    /// `pipelines` contains thresholds for single pipelines.
    ///
    /// ```yaml
    /// thresholds: {total_rmse_deg: 2, lag_ms: 0.5abs}
    /// pipelines:
    ///   vqf+oneEuro: {total_rmse_deg: 1}
    /// ```
    ///
    /// - Parameters:
    ///   - text: the content of the YAML file.
    ///   - file: the path of the YAML file, for error messages.
    ///   - metrics: the metrics that may have a threshold.
    /// - Throws: `InputError` with line and column for an unknown metric or an invalid threshold.
    public mutating func addThresholds(
        parsing text: [UInt8],
        file: String,
        among metrics: [Metric] = gateable
    ) throws(InputError) {
        let root = try YAMLValue(parsing: text, file: file).mapping("thresholds of a comparison")
        try root.allow(["thresholds", "pipelines"])
        if let general = try root.mapping("thresholds") {
            for (metric, tolerance) in try Self.thresholds(general, metrics) { thresholds[metric] = tolerance }
        }
        for (pipeline, value) in try root.mapping("pipelines")?.all ?? [] {
            for (metric, tolerance) in try Self.thresholds(try value.mapping(pipeline), metrics) {
                pipelineThresholds[pipeline, default: [:]][metric] = tolerance
            }
        }
    }

    private static func thresholds(
        _ mapping: YAMLMapping,
        _ metrics: [Metric]
    ) throws(InputError) -> [(Metric, TableTolerance)] {
        try mapping.allow(metrics.map(\.name))
        var thresholds: [(Metric, TableTolerance)] = []
        for (name, value) in mapping.all {
            let text = try value.text(name)
            guard let metric = metrics.first(where: { $0.name == name }),
                let tolerance = TableTolerance(threshold: text)
            else {
                throw value.error(
                    message: "\(name) is '\(text)', but must be \(thresholdForm)",
                    advice: "write, for example, 2 or 0.5abs"
                )
            }
            thresholds.append((metric, tolerance))
        }
        return thresholds
    }

    /// A description of the syntax of ``TableTolerance/init(threshold:)``.
    public static let thresholdForm =
        "a percentage of the baseline (at least 0), or an amount in the metric's unit followed by 'abs'"
}

/// The accepted difference between two values of the same quantity, such as the values of two versions.
public enum TableTolerance: Sendable, Hashable {
    /// The accepted difference in the unit of the values.
    case absolute(Double)
    /// The accepted difference as a fraction of the value: 0.01 is one per cent.
    case relative(Double)

    /// Returns the maximum accepted difference from a value.
    public func limit(at value: Double) -> Double {
        switch self {
        case .absolute(let limit): limit
        case .relative(let share): share * value.magnitude
        }
    }
}

extension TableTolerance {
    /// Parses a tolerance: `0.001` is in the unit of the value, and `1%` is a percentage of the value.
    package init(_ value: YAMLValue, _ key: String) throws(InputError) {
        let text = try value.text(key)
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let number = Double(digits), Setting.tolerance.accepts(number) else {
            throw value.error(
                message: "\(key) is '\(text)', but must be \(Setting.tolerance.expectation), in the column's unit or "
                    + "as a percentage",
                advice: "write, for example, 0.001 or 0.1%"
            )
        }
        self = text.hasSuffix("%") ? .relative(number / 100) : .absolute(number)
    }
}
