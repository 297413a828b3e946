package import Evaluation
import Foundation
import Recordings
import SensorModel

/// `errors.jsonl`: the errors over time, for programs that plot them. Each line is a JSON object for one sample.
///
/// As in `results.json`, only the smallest and the largest error of each time bin are written.
package struct ErrorLinesReport: Sendable, Hashable {
    package init() {}

    /// The content of `errors.jsonl`. O(samples).
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if no run has errors over time.
    package func render(_ results: EvaluationResults) throws(ReportError) -> [UInt8] {
        let titles = RecordingGroup.titles(of: results.runs)
        var bytes: [UInt8] = []
        for (run, title) in zip(results.runs, titles) {
            guard let series = run.series else { continue }
            // The keys that all lines of a run share.
            let head: JSONObject = [
                "recording": title, "pipeline": run.pipeline.name, "kind": series.errorKind.rawValue,
            ]
            let prefix = try Self.prefix(head)
            let key = series.errorKind == .location ? "error_m" : "error_deg"
            for (times, errors) in zip(series.error.x.stretches, series.error.y.stretches) {
                for (time, error) in zip(times, errors) {
                    bytes += prefix
                    bytes += ",\"time_s\":\(DecimalText.exact(time)),\"\(key)\":\(DecimalText.exact(error))}\n".utf8
                }
            }
        }
        guard !bytes.isEmpty else {
            throw .undrawable("errors.jsonl: the results contain no error over time; evaluate again with --series")
        }
        return bytes
    }

    /// The object as JSON without its closing brace.
    private static func prefix(_ head: JSONObject) throws(ReportError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return OutsideText.json(Array(try encoder.encode(head).dropLast()))
        } catch {
            throw .undrawable("errors.jsonl: a name cannot be written as JSON (\(error))")
        }
    }
}
