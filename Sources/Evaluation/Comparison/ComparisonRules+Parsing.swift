public import Recordings

extension ComparisonRules {
    /// Reads thresholds from a YAML file: percentages by metric under `thresholds`, and by SPEC and metric under
    /// `pipelines`.
    ///
    /// ```yaml
    /// thresholds: {total_rmse_deg: 2, lag_ms: 0.5abs}
    /// pipelines:
    ///   vqf+oneEuro: {total_rmse_deg: 1}
    /// ```
    ///
    /// - Throws: `InputError` with line and column for an unknown metric or an invalid threshold.
    public mutating func addThresholds(parsing text: [UInt8], file: String) throws(InputError) {
        let root = try YAMLValue(parsing: text, file: file).mapping("thresholds of a comparison")
        try root.allow(["thresholds", "pipelines"])
        if let general = try root.mapping("thresholds") {
            for (metric, tolerance) in try Self.thresholds(general) { thresholds[metric] = tolerance }
        }
        for (pipeline, value) in try root.mapping("pipelines")?.all ?? [] {
            for (metric, tolerance) in try Self.thresholds(try value.mapping(pipeline)) {
                pipelineThresholds[pipeline, default: [:]][metric] = tolerance
            }
        }
    }

    private static func thresholds(_ mapping: YAMLMapping) throws(InputError) -> [(MetricName, TableTolerance)] {
        let names = gateable.map(\.rawValue)
        try mapping.allow(names)
        var thresholds: [(MetricName, TableTolerance)] = []
        for (name, value) in mapping.all {
            let text = try value.text(name)
            guard let metric = MetricName(rawValue: name), let tolerance = TableTolerance(threshold: text) else {
                throw value.error(
                    found: "'\(text)' for \(name)",
                    expected: thresholdForm,
                    remedy: "write it as in 2 or 0.5abs"
                )
            }
            thresholds.append((metric, tolerance))
        }
        return thresholds
    }

    /// The syntax of ``TableTolerance/init(threshold:)`` in words.
    public static let thresholdForm =
        "a percentage of the baseline, at least 0, or an amount in the metric's unit with 'abs'"
}
