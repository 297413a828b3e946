package import Evaluation
import Recordings
import SensorModel

/// `report.csv`: a row per run, with every metric of the catalogue.
///
/// Fields are quoted as in RFC 4180, and lines end in `\n`. Numbers have the minimum number of digits that read back
/// as the same number, with a decimal point in every locale. A metric without a value is an empty field; the column
/// `notes` contains the reason. The last columns contain the version, the host, and the metrics for which smaller
/// values are not better.
///
/// A spreadsheet would run some texts as formulas: those that begin with `=`, `+`, `-`, `@`, a tab, a line end or an
/// apostrophe. Such texts get a leading apostrophe.
package struct CSVReport: Sendable, Hashable {
    package init() {}

    private static let leadingColumns = ["recording", "sha256", "samples", "duration_s", "pipeline", "parameters"]

    private static let trailingColumns = [
        "notes", "reference", "sextant_version", "sextant_revision", "host", "polarity",
    ]

    /// The content of `report.csv`, with a header line.
    package func render(_ results: EvaluationResults) -> String {
        let metrics = MetricCatalogue.metrics(in: results.runs)
        let header = Self.leadingColumns + metrics.map(\.name) + Self.trailingColumns
        let polarity = Self.polarity(metrics)
        let rows = zip(results.runs, results.origins).map { run, origin in
            let host = origin.host
            let machine = "\(host.system), \(host.architecture), \(host.cores) cores, \(host.build) build"
            return Self.fields(run, metrics)
                + [origin.tool.version, origin.tool.revision, machine, polarity].map(CSVText.safe)
        }
        return CSVText.lines([header] + rows)
    }

    private static func fields(_ run: EvaluationRun, _ metrics: [Metric]) -> [String] {
        let recording = [
            CSVText.safe(run.recording.name),
            run.recording.sha256,
            String(run.recording.samples),
            NumberText.exact(run.recording.durationSeconds),
        ]
        let parameters = run.pipeline.parameters.assignments
        let values = metrics.map { run.metrics[$0].map(NumberText.exact) ?? "" }
        let notes = metrics.compactMap { metric in
            run.metrics.note(for: metric).map { "\(metric.name): \($0)" }
        }
        return recording + [run.pipeline.name, parameters.joined(separator: ";")].map(CSVText.safe) + values
            + [CSVText.safe(notes.joined(separator: "; ")), run.reference?.kind.rawValue ?? ""]
    }

    /// The polarities, such as `smaller is better; closer to zero is better: lag_ms; neutral: count`.
    private static func polarity(_ metrics: [Metric]) -> String {
        let others = [MetricPolarity.closerToZeroIsBetter, .largerIsBetter, .neutral].compactMap { polarity in
            let names = metrics.filter { $0.polarity == polarity }.map(\.name)
            return names.isEmpty ? nil : "\(polarity.rawValue): \(names.joined(separator: ", "))"
        }
        return ([MetricPolarity.smallerIsBetter.rawValue] + others).joined(separator: "; ")
    }
}
