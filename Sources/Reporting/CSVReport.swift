public import Evaluation
import SensorModel

/// `report.csv`: a row per run, with every metric of the catalogue.
///
/// Fields are quoted as in RFC 4180, lines end in `\n`. Numbers are the shortest that read back as the same, with a
/// point in every locale. A metric without a value is an empty field; its reason stands in the column `notes`. A word
/// that a spreadsheet would take for a formula has an apostrophe in front: one that begins with `=`, `+`, `-`, `@`, a
/// tab, a line end or an apostrophe. The last columns say which version on which host made the row, and which metrics
/// are good when large, near zero, or neither.
public struct CSVReport: Sendable, Hashable {
    private static let leadingColumns = ["recording", "sha256", "samples", "duration_s", "pipeline", "parameters"]

    private static let trailingColumns = [
        "notes", "reference", "sextant_version", "sextant_revision", "host", "polarity",
    ]

    public init() {}

    /// The report, header line first.
    public func render(_ results: EvaluationResults) -> String {
        let header = Self.leadingColumns + MetricCatalogue.metrics.map(\.name.rawValue) + Self.trailingColumns
        let polarity = Self.polarity
        let rows = zip(results.runs, results.origins).map { run, origin in
            let host = origin.host
            let place = "\(host.system), \(host.architecture), \(host.cores) cores, \(host.build) build"
            return Self.fields(run)
                + [origin.tool.version, origin.tool.revision, place, polarity].map(CSVText.words)
        }
        return CSVText.lines([header] + rows)
    }

    private static func fields(_ run: EvaluationRun) -> [String] {
        let recording = [
            CSVText.words(run.recording.name),
            run.recording.sha256,
            String(run.recording.samples),
            NumberText.exact(run.recording.durationSeconds),
        ]
        let parameters = run.pipeline.parameters.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.text)" }
        let metrics = MetricCatalogue.metrics.map { run.metrics[$0.name].map(NumberText.exact) ?? "" }
        let notes = MetricCatalogue.metrics.compactMap { metric in
            run.metrics.note(for: metric.name).map { "\(metric.name.rawValue): \($0)" }
        }
        return recording + [run.pipeline.name, parameters.joined(separator: ";")].map(CSVText.words) + metrics
            + [CSVText.words(notes.joined(separator: "; ")), run.reference?.kind.rawValue ?? ""]
    }

    /// `smaller is better; closer to zero is better: lag_ms; neutral: count`.
    private static var polarity: String {
        let others = [MetricPolarity.closerToZeroIsBetter, .largerIsBetter, .neutral].compactMap { polarity in
            let names = MetricCatalogue.metrics.filter { $0.polarity == polarity }.map(\.name.rawValue)
            return names.isEmpty ? nil : "\(polarity.rawValue): \(names.joined(separator: ", "))"
        }
        return ([MetricPolarity.smallerIsBetter.rawValue] + others).joined(separator: "; ")
    }
}

extension ParameterValue {
    /// The value as reports show it.
    var text: String {
        switch self {
        case .number(let number): NumberText.exact(number)
        case .word(let word): word
        }
    }
}
