public import Evaluation
import SensorModel

/// A file format for results. The raw value is the name on the command line.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    /// A page in Markdown.
    case markdown = "md"
    /// A CSV file with a row per run.
    case csv
    /// The complete results as JSON.
    case json
    /// A page with plots.
    case html
    /// A document for pdfLaTeX.
    case latex = "tex"
    /// Test results for build servers.
    case junit
    /// A short page for GitHub.
    case summary
    /// Input of github-action-benchmark.
    case githubBenchmark = "github-benchmark"
    /// Input of Bencher.
    case bencher
    /// The errors over time, with one line per sample. Each line is a JSON object.
    case jsonLines = "jsonl"

    /// A Boolean value that indicates whether the format needs the errors over time.
    public var needsSeries: Bool { self == .html || self == .jsonLines }

    /// The default formats.
    public static let usual: [ReportFormat] = [.markdown, .csv, .json]

    /// The names of all formats, for messages: `md, csv, …`.
    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The name of a report in this format, such as `report.md`, in the output directory.
    public var fileName: String {
        switch self {
        case .markdown: "report.md"
        case .csv: "report.csv"
        case .json: "results.json"
        case .html: "report.html"
        case .latex: "report.tex"
        case .junit: "junit.xml"
        case .summary: "summary.md"
        case .githubBenchmark: "github-benchmark.json"
        case .bencher: "bencher.json"
        case .jsonLines: "errors.jsonl"
        }
    }

    /// The content of a report in this format.
    ///
    /// - Parameter results: the results to report.
    /// - Throws: ``ReportError/undrawable(_:)`` if the results cannot be written in the format.
    public func content(_ results: EvaluationResults) throws(ReportError) -> [UInt8] {
        switch self {
        case .html: return Array(HTMLReport().render(results).utf8)
        case .json: return Array(try JSONReport().encode(results))
        case .csv: return Array(CSVReport().render(results).utf8)
        case .markdown: return Array(MarkdownReport().render(results).utf8)
        case .latex: return Array(LaTeXReport().render(results).utf8)
        case .junit: return Array(JUnitReport().render(results).utf8)
        case .summary: return Array(SummaryReport().render(results).utf8)
        case .githubBenchmark: return Array(try GitHubBenchmarkReport().render(results).utf8)
        case .bencher: return Array(try BencherReport().render(results).utf8)
        case .jsonLines: return try ErrorLinesReport().render(results)
        }
    }

    /// Parses a list of formats such as `md,csv`. The order is kept; repeated formats are dropped. Case and blanks
    /// are ignored.
    ///
    /// - Throws: ``ReportError/unknownFormat(_:suggestion:)`` for the first unknown name.
    public static func parse(list: String) throws(ReportError) -> [ReportFormat] {
        var formats: [ReportFormat] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let format = try parse(name: String(part.drop { $0.isWhitespace }))
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    private static func parse(name: String) throws(ReportError) -> ReportFormat {
        let name = String(name.reversed().drop { $0.isWhitespace }.reversed())
        if let format = ReportFormat(rawValue: name.lowercased()) { return format }
        throw .unknownFormat(name, suggestion: suggestion(for: name))
    }

    /// The format with the name that is most similar to `name`. The candidates are all names on the command line, and
    /// the additional names `markdown` and `latex`.
    private static func suggestion(for name: String) -> ReportFormat? {
        guard name.count > 1 else { return nil }
        var formats = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
        formats["markdown"] = .markdown
        formats["latex"] = .latex
        let nearest = NearestName.suggestion(for: name, among: formats.keys.sorted())
        return nearest.flatMap { formats[$0] }
    }
}
