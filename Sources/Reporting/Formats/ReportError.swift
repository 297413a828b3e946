/// Why a report could not be made or written, or why results could not be read.
public enum ReportError: Error, Sendable, Hashable {
    /// There is no format with that name; `suggestion` is the nearest format.
    case unknownFormat(String, suggestion: ReportFormat?)
    /// A chosen table cannot be written in that format.
    case noTable(ReportFormat)
    /// A format that lists single runs, for an experiment with this many.
    case tooManyRuns(ReportFormat, count: Int)
    /// There is no `what` with that name; `expected` lists the names, and `suggestion` is the nearest.
    case unknownName(String, what: String, expected: [String], suggestion: String?)
    /// The file system refused: missing permissions, a full disk, or a file in place of a directory.
    case unwritable(path: String, reason: String)
    /// A file that must not be replaced; `reason` says why and what to do.
    case refused(path: String, reason: String)
    /// A picture or document could not be produced, for this reason.
    case undrawable(String)
    /// The file does not contain results. `place` is the key at fault, such as `runs[3].pipeline.name`.
    case unreadableResults(file: String, place: String, reason: String)

    /// Whether the environment is at fault, not the request.
    public var isEnvironment: Bool {
        switch self {
        case .unwritable, .undrawable: true
        case .unknownFormat, .noTable, .tooManyRuns, .unknownName, .unreadableResults, .refused: false
        }
    }

    /// Whether an input file is at fault.
    public var isBadData: Bool {
        if case .unreadableResults = self { true } else { false }
    }
}

extension ReportError: CustomStringConvertible {
    /// The longest list of names in a message, in characters.
    private static let longestList = 100

    /// What is wrong, where, and what to do, in one line.
    public var description: String {
        switch self {
        case .unknownFormat(let name, let suggestion):
            let names = ReportFormat.allCases.map(\.rawValue)
            return Self.unknown("report format", name, names, suggestion: suggestion?.rawValue)
        case .noTable(let format):
            return "a chosen table cannot be written as '\(format.rawValue)'; use md, csv, json or tex, "
                + "or omit --group, --columns, --sort, --reverse and --pivot"
        case .tooManyRuns(let format, let count):
            return
                "'\(format.rawValue)' lists single runs, and there are \(count); use md, csv, json, html or tex for their "
                + "means, or 'sextant run --export csv' for all runs"
        case .unknownName(let name, let what, let expected, let suggestion):
            return Self.unknown(what, name, expected, suggestion: suggestion)
        case .unwritable(let path, let reason):
            return "\(path): cannot write (\(reason)); choose another directory or free some space"
        case .refused(let path, let reason):
            return "\(path): \(reason)"
        case .undrawable(let reason):
            return reason
        case .unreadableResults(let file, let place, let reason):
            let subject = place.isEmpty ? file : "\(file): \(place)"
            return "\(subject): \(reason); use a results.json from this version or an older one"
        }
    }

    private static func unknown(_ what: String, _ name: String, _ expected: [String], suggestion: String?) -> String {
        if let suggestion { return "unknown \(what) '\(name)'; did you mean '\(suggestion)'?" }
        var shown: [String] = []
        for name in expected where shown.joined(separator: ", ").count + name.count <= longestList {
            shown.append(name)
        }
        let more = shown.count < expected.count ? ", …" : ""
        return "unknown \(what) '\(name)'; use \(shown.joined(separator: ", "))\(more)"
    }
}
