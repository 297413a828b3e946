import SensorModel

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

    /// The file's name in the output directory. It differs from all names of an evaluation's files.
    public var fileName: String {
        switch self {
        case .markdown: "comparison.md"
        case .json: "comparison.json"
        case .junit: "comparison.xml"
        }
    }

    /// The formats of a list such as `md,junit`, in that order, each once.
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
