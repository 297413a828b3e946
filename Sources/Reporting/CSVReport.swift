public import Evaluation
import SensorModel

/// `report.csv`: a row per run, with every metric of the catalogue.
///
/// Fields are quoted as in RFC 4180, lines end in `\n`. Numbers are the shortest that read back as the same, with a
/// point in every locale. A metric without a value is an empty field; its reason stands in the column `notes`.
public struct CSVReport: Sendable, Hashable {
    private static let leadingColumns = ["recording", "sha256", "samples", "duration_s", "pipeline", "parameters"]

    public init() {}

    /// The report, header line first.
    public func render(_ results: EvaluationResults) -> String {
        let header = Self.leadingColumns + MetricCatalogue.metrics.map(\.name.rawValue) + ["notes", "reference"]
        return Self.lines([header] + results.runs.map(Self.fields))
    }

    /// Rows of fields, as lines.
    static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    private static func fields(_ run: EvaluationRun) -> [String] {
        let recording = [
            run.recording.name,
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
        return recording + [run.pipeline.name, parameters.joined(separator: ";")] + metrics
            + [notes.joined(separator: "; "), run.reference?.kind.rawValue ?? ""]
    }

    /// Looks at scalars, as readers of CSV do: to Swift, `\r\n` and a quote with an accent are characters of their own.
    static func quoted(_ field: String) -> String {
        let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
        guard field.unicodeScalars.contains(where: special.contains) else { return field }
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return String(result) + "\""
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
