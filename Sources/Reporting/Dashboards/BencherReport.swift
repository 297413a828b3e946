public import Evaluation
import Foundation

/// `bencher.json`: the Bencher Metric Format, for `bencher run --adapter json --file bencher.json`.
///
/// A benchmark per pipeline, named `<recording>: <SPEC>`, or `mean: <SPEC>` over several recordings; a measure per
/// metric, whose name holds the unit; the limits are those of the 95 % bootstrap interval over recordings. Smaller is
/// better for all of them, and for `lag_ms` closer to zero. The format has no place for more: Bencher itself keeps
/// revision and host (`--hash`, `--testbed`), and checksums and parameters stand in `results.json`. What could not be
/// measured is left out, as the format knows no null.
///
/// https://bencher.dev/docs/reference/bencher-metric-format
public struct BencherReport: Sendable, Hashable {
    /// The longest name of a benchmark that Bencher takes.
    private static let longestName = 1_024

    private struct Value: Encodable {
        let value: Double
        let lower: Double?
        let upper: Double?

        enum CodingKeys: String, CodingKey {
            case value
            case lower = "lower_value"
            case upper = "upper_value"
        }
    }

    public init() {}

    /// The file's content.
    public func render(_ results: EvaluationResults) throws(ReportError) -> String {
        var benchmarks: [String: [String: Value]] = [:]
        for series in DashboardSeries.all(results) where !series.points.isEmpty {
            let values = series.points.map { point in
                (
                    point.metric.name.rawValue,
                    Value(
                        value: point.value,
                        lower: point.interval?.lower,
                        upper: point.interval?.upper
                    )
                )
            }
            let name = TextWrapping.shortened(series.name, width: Self.longestName)
            benchmarks[name, default: [:]].merge(values) { first, _ in first }
        }
        return try TidyJSON.text(benchmarks, file: ReportFormat.bencher.fileName)
    }
}
