package import Evaluation
import Foundation
import Recordings

/// `bencher.json`: the Bencher Metric Format, for `bencher run --adapter json --file bencher.json`.
///
/// The file has a benchmark per pipeline, named `<recording>: <pipeline>`, or `mean: <pipeline>` for means over several
/// recordings. Each benchmark has a measure per metric, with the limits of the 95 % bootstrap interval over recordings.
/// The name of a measure contains the unit. Smaller values are better, except for `lag_ms`, which is best near zero.
/// Bencher itself records the revision (`--hash`) and the host (`--testbed`). Checksums and parameters are only in
/// `results.json`. Metrics without a value are omitted, because the format has no null.
///
/// https://bencher.dev/docs/reference/bencher-metric-format
package struct BencherReport: Sendable, Hashable {
    package init() {}

    /// The maximum length of a benchmark's name that Bencher accepts.
    private static let longestName = 1_024

    /// The content of `bencher.json`.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    package func render(_ results: EvaluationResults) throws(ReportError) -> String {
        var benchmarks: [String: [String: JSONObject]] = [:]
        for series in DashboardSeries.all(results) where !series.points.isEmpty {
            let values = series.points.map { point -> (String, JSONObject) in
                let value = JSONObject(known: [
                    "value": point.value,
                    "lower_value": point.interval?.lower,
                    "upper_value": point.interval?.upper,
                ])
                return (point.metric.name, value)
            }
            let name = TextWrapping.shortened(series.name, width: Self.longestName)
            benchmarks[name, default: [:]].merge(values) { first, _ in first }
        }
        return try TidyJSON.text(benchmarks, file: ReportFormat.bencher.fileName)
    }
}
