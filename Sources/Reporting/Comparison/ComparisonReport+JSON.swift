import Evaluation
import Recordings
import SensorModel

extension ComparisonReport {
    /// The content of `comparison.json` (schema `sextant.comparison/1`), with unrounded values.
    ///
    /// Changes are fractions: 0.05 means 5 % larger.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> String {
        let document = JSONObject(known: [
            "schema": "sextant.comparison/1",
            "passed": failures.isEmpty,
            "failures": failures,
            "undecided": undecided.rawValue,
            "baseline": Self.side(baseline),
            "candidate": Self.side(candidate),
            "confidence": comparison.rules.confidence,
            "yardstick": comparison.rules.yardstick,
            "metrics": comparison.metrics.map(Self.metric),
            "missing": comparison.missing.map(Self.single),
            "added": comparison.added.map(Self.single),
            "parameters": comparison.changedParameters.map { change -> JSONObject in
                let changes = change.values.map(ComparisonText.value)
                return ["pipeline": change.pipeline, "runs": change.runs, "changes": changes]
            },
            "failed": comparison.failed,
        ])
        return try TidyJSON.text(document, file: ComparisonFormat.json.fileName)
    }

    private static func single(_ run: ResultsComparison.SingleRun) -> JSONObject {
        ["recording": run.recording, "pipeline": run.pipeline]
    }

    private static func side(_ side: Side) -> JSONObject {
        ["name": side.name, "runs": side.runs, "version": side.tool.version, "revision": side.tool.revision]
    }

    private static func metric(_ metric: MetricComparison) -> JSONObject {
        var object = JSONObject(known: [
            "pipeline": metric.pipeline,
            "metric": metric.metric.name,
            "verdict": metric.verdict.rawValue,
            "baseline": metric.baseline,
            "candidate": metric.candidate,
            "change": metric.change,
            "compared": metric.compared,
            "runs": metric.runs.map(run),
            "test": metric.evidence.map(test),
        ])
        switch metric.threshold {
        case .relative(let share): object.add("allowed_percent", 100 * share)
        case .absolute(let amount): object.add("allowed_absolute", amount)
        }
        return object
    }

    private static func run(_ run: MetricComparison.RunChange) -> JSONObject {
        JSONObject(known: [
            "recording": run.recording,
            "verdict": run.verdict.rawValue,
            "baseline": run.baseline,
            "candidate": run.candidate,
            "reason": run.reason,
        ])
    }

    private static func test(_ evidence: MetricComparison.Evidence) -> JSONObject {
        JSONObject(known: [
            "baseline_count": evidence.baselineCount,
            "candidate_count": evidence.candidateCount,
            "pairs": evidence.isOfPairs,
            "p": evidence.pValue,
            "smallest_p_value": evidence.smallestPValue,
            "required_p_value": evidence.neededPValue,
            "minimum_cases": evidence.minimumCases,
            "cases_for_5_percent": evidence.casesForSmallChange,
            "change_lower": evidence.lowerChange,
            "change_upper": evidence.upperChange,
        ])
    }
}

/// A file format for a comparison. The raw value is the name on the command line.
public enum ComparisonFormat: String, Sendable, Hashable, CaseIterable {
    /// A page short enough for a comment on a pull request.
    case markdown = "md"
    /// All compared metrics with unrounded values, as JSON.
    case json
    /// Test results in JUnit's XML format, for build servers.
    case junit

    /// The default formats.
    public static let usual: [ComparisonFormat] = [.markdown, .json]

    /// The names of all formats, for messages: `md, json, …`.
    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The name of the file with the comparison in this format. Evaluation reports use other names.
    public var fileName: String {
        switch self {
        case .markdown: "comparison.md"
        case .json: "comparison.json"
        case .junit: "comparison.xml"
        }
    }

    /// Parses a list of formats such as `md,junit`. The order is kept; repeated formats are dropped.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)`` for the first unknown name.
    public static func parse(list: String) throws(ReportError) -> [ComparisonFormat] {
        var formats: [ComparisonFormat] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.filter { !$0.isWhitespace }).lowercased()
            guard let format = ComparisonFormat(rawValue: name) else {
                throw .unknown(name, what: "comparison format", among: allCases.map(\.rawValue))
            }
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }
}
