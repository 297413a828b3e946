import SensorModel

/// A form in which results are written to files. The raw value is what the command line calls it.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case markdown = "md"
    case csv
    case json
    case html
    case latex = "tex"
    case junit
    case summary
    case githubBenchmark = "github-benchmark"
    case bencher

    /// What is written where nobody asked for a format.
    public static let usual: [ReportFormat] = [.markdown, .csv, .json]

    /// All of them, for people: `md, csv, …`.
    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The file's name in the output directory.
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
        }
    }

    /// The formats of a list such as `md,csv`, in that order, each once. Case and blanks do not matter.
    ///
    /// - Throws: ``ReportError/unknownFormat(_:suggestion:)`` for the first name that is none.
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

    /// The format that was probably meant: by its suffix or, when written out, by its name.
    private static func suggestion(for name: String) -> ReportFormat? {
        guard name.count > 1 else { return nil }
        var formats = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
        formats["markdown"] = .markdown
        formats["latex"] = .latex
        let nearest = NearestName.suggestion(for: name, among: formats.keys.sorted())
        return nearest.flatMap { formats[$0] }
    }
}
