import SensorModel

/// A form in which a comparison is written to files. The raw value is what the command line calls it.
public enum ComparisonFormat: String, Sendable, Hashable, CaseIterable {
    case markdown = "md"
    case json
    case junit

    /// What is written where nobody asked for a format.
    public static let usual: [ComparisonFormat] = [.markdown, .json]

    /// All of them, for people: `md, json, …`.
    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The file's name in the output directory: none that an evaluation writes.
    public var fileName: String {
        switch self {
        case .markdown: "comparison.md"
        case .json: "comparison.json"
        case .junit: "comparison.xml"
        }
    }

    /// The formats of a list such as `md,junit`, in that order, each once.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)`` for the first name that is none.
    public static func parse(list: String) throws(ReportError) -> [ComparisonFormat] {
        var formats: [ComparisonFormat] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.filter { !$0.isWhitespace }).lowercased()
            guard let format = ComparisonFormat(rawValue: name) else {
                let names = allCases.map(\.rawValue)
                throw .unknownName(
                    name,
                    what: "format of a comparison",
                    expected: names,
                    suggestion: NearestName.suggestion(for: name, among: names)
                )
            }
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }
}
