package import Evaluation
import Recordings

/// `github-benchmark.json`: input of github-action-benchmark with `tool: customSmallerIsBetter`.
///
/// The file has an entry per pipeline and metric, named `<recording>: <pipeline>: <metric>`. The name begins with
/// `mean: ` if the value is a mean over several recordings. For a metric that is best at zero, the magnitude is
/// written. `range` is the 95 % bootstrap interval over recordings. `extra` contains polarity, count, tool, host,
/// parameters, checksums, and the metrics without a value.
///
/// https://github.com/benchmark-action/github-action-benchmark
package struct GitHubBenchmarkReport: Sendable, Hashable {
    package init() {}

    /// The maximum number of recordings whose checksums are listed.
    private static let maximumChecksums = 12

    /// The content of `github-benchmark.json`.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    package func render(_ results: EvaluationResults) throws(ReportError) -> String {
        let entries = DashboardSeries.all(results).flatMap { series in
            let origin = Self.origin(series, results)
            return series.points.map { Self.entry(series.name, $0, origin) }
        }
        return try TidyJSON.text(entries, file: ReportFormat.githubBenchmark.fileName)
    }

    private static func entry(_ name: String, _ point: DashboardSeries.Point, _ origin: [String]) -> JSONObject {
        let isMagnitude = point.metric.polarity == .closerToZeroIsBetter
        let key = isMagnitude ? "|\(point.metric.name)|" : point.metric.name
        let basis = point.recordings == 1 ? "of 1 recording" : "mean over \(point.recordings) recordings"
        return JSONObject(known: [
            "name": "\(name): \(key)",
            "unit": point.metric.unit.isEmpty ? "count" : point.metric.unit,
            "value": point.comparable,
            "range": point.interval.map(NumberText.interval),
            "extra": ([basis, point.metric.polarity.rawValue] + origin).joined(separator: "\n"),
        ])
    }

    private static func origin(_ series: DashboardSeries, _ results: EvaluationResults) -> [String] {
        let host = results.host
        var lines = [
            "sextant \(results.tool.version), revision \(results.tool.revision), \(host.build) build",
            "\(host.system), \(host.architecture), \(host.cores) cores",
        ]
        let parameters = series.runs.first?.pipeline.parameters.assignments ?? []
        if !parameters.isEmpty { lines.append("parameters: " + parameters.joined(separator: ", ")) }
        lines += series.runs.prefix(maximumChecksums).map { run in
            "\(run.recording.name): SHA-256 \(run.recording.sha256)"
        }
        let others = series.runs.count - maximumChecksums
        if others > 0 { lines.append("and \(others) more recordings") }
        if !series.unmeasured.isEmpty {
            lines.append("without a value: " + series.unmeasured.map(\.name).joined(separator: ", "))
        }
        return lines
    }
}
