import Evaluation
import Recordings
import SensorModel

extension ComparisonReport {
    /// The content of `comparison.json`, schema `sextant.comparison/1`: every comparison with all digits.
    ///
    /// Changes are fractions: 0.05 means 5 % larger.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> String {
        func single(_ run: ResultsComparison.SingleRun) -> ComparisonDocument.Single {
            ComparisonDocument.Single(recording: run.recording, pipeline: run.pipeline)
        }
        let document = ComparisonDocument(
            passed: failures.isEmpty,
            failures: failures,
            undecided: undecided.rawValue,
            baseline: Self.side(baseline),
            candidate: Self.side(candidate),
            confidence: comparison.rules.confidence,
            yardstick: comparison.rules.yardstick,
            metrics: comparison.metrics.map(Self.metric),
            missing: comparison.missing.map(single),
            added: comparison.added.map(single),
            parameters: comparison.changedParameters.map { change in
                ComparisonDocument.Parameters(
                    pipeline: change.pipeline,
                    runs: change.runs,
                    changes: change.values.map(ComparisonText.value)
                )
            },
            failed: comparison.failed
        )
        return try TidyJSON.text(document, file: ComparisonFormat.json.fileName)
    }

    private static func side(_ side: Side) -> ComparisonDocument.Side {
        ComparisonDocument.Side(
            name: side.name,
            runs: side.runs,
            version: side.tool.version,
            revision: side.tool.revision
        )
    }

    private static func metric(_ metric: MetricComparison) -> ComparisonDocument.Metric {
        var allowed: (percent: Double?, absolute: Double?) = (nil, nil)
        switch metric.threshold {
        case .relative(let share): allowed.percent = 100 * share
        case .absolute(let amount): allowed.absolute = amount
        }
        return ComparisonDocument.Metric(
            pipeline: metric.pipeline,
            metric: metric.metric.name,
            verdict: metric.verdict.rawValue,
            baseline: metric.baseline,
            candidate: metric.candidate,
            change: metric.change,
            allowedPercent: allowed.percent,
            allowedAbsolute: allowed.absolute,
            compared: metric.compared,
            runs: metric.runs.map { run in
                ComparisonDocument.Run(
                    recording: run.recording,
                    verdict: run.verdict.rawValue,
                    baseline: run.baseline,
                    candidate: run.candidate,
                    reason: run.reason
                )
            },
            test: metric.evidence.map(test)
        )
    }

    private static func test(_ evidence: MetricComparison.Evidence) -> ComparisonDocument.Test {
        ComparisonDocument.Test(
            baselineCount: evidence.baselineCount,
            candidateCount: evidence.candidateCount,
            isOfPairs: evidence.isOfPairs,
            pValue: evidence.pValue,
            smallestPValue: evidence.smallestPValue,
            neededPValue: evidence.neededPValue,
            fewestCases: evidence.fewestCases,
            casesForSmallChange: evidence.casesForSmallChange,
            lowerChange: evidence.lowerChange,
            upperChange: evidence.upperChange
        )
    }
}

/// The content of `comparison.json`, schema `sextant.comparison/1`.
struct ComparisonDocument: Encodable {
    struct Side: Encodable {
        let name: String
        let runs: Int
        let version: String
        let revision: String
    }

    struct Metric: Encodable {
        let pipeline: String
        let metric: String
        let verdict: String
        let baseline: Double?
        let candidate: Double?
        let change: Double?
        let allowedPercent: Double?
        let allowedAbsolute: Double?
        let compared: Int
        let runs: [Run]
        let test: Test?

        enum CodingKeys: String, CodingKey {
            case pipeline, metric, verdict, baseline, candidate, change, compared, runs, test
            case allowedPercent = "allowed_percent"
            case allowedAbsolute = "allowed_absolute"
        }
    }

    struct Run: Encodable {
        let recording: String
        let verdict: String
        let baseline: Double?
        let candidate: Double?
        let reason: String?
    }

    struct Test: Encodable {
        let baselineCount: Int
        let candidateCount: Int
        let isOfPairs: Bool
        let pValue: Double?
        let smallestPValue: Double
        let neededPValue: Double
        let fewestCases: Int?
        let casesForSmallChange: Int?
        let lowerChange: Double?
        let upperChange: Double?

        enum CodingKeys: String, CodingKey {
            case baselineCount = "baseline_count"
            case candidateCount = "candidate_count"
            case isOfPairs = "pairs"
            case pValue = "p"
            case smallestPValue = "p_at_best"
            case neededPValue = "p_needed"
            case fewestCases = "fewest_cases"
            case casesForSmallChange = "cases_for_5_percent"
            case lowerChange = "change_lower"
            case upperChange = "change_upper"
        }
    }

    struct Single: Encodable {
        let recording: String
        let pipeline: String
    }

    struct Parameters: Encodable {
        let pipeline: String
        let runs: Int
        let changes: [String]
    }

    let schema = "sextant.comparison/1"
    let passed: Bool
    let failures: [String]
    let undecided: String
    let baseline: Side
    let candidate: Side
    let confidence: Double
    let yardstick: String?
    let metrics: [Metric]
    let missing: [Single]
    let added: [Single]
    let parameters: [Parameters]
    let failed: [FailedRecording]
}

/// A file format for a comparison. The raw value is the name on the command line.
public enum ComparisonFormat: String, Sendable, Hashable, CaseIterable {
    /// A page short enough for a comment on a pull request.
    case markdown = "md"
    /// All comparisons with all digits.
    case json
    /// Test results for build servers.
    case junit

    /// The default formats.
    public static let usual: [ComparisonFormat] = [.markdown, .json]

    /// The names of all formats, for messages: `md, json, …`.
    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The name of the file in the output directory. It differs from the name of every file that an evaluation
    /// writes.
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
                let names = allCases.map(\.rawValue)
                throw .unknownName(
                    name,
                    what: "comparison format",
                    expected: names,
                    suggestion: NearestName.suggestion(for: name, among: names)
                )
            }
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }
}
