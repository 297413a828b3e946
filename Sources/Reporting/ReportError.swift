/// Why a report could not be made or written, or results not be read.
public enum ReportError: Error, Sendable, Hashable {
    /// There is no format of that name; `suggestion` is the one that was probably meant.
    case unknownFormat(String, suggestion: ReportFormat?)
    /// A table of one's own has no such form.
    case noTable(ReportFormat)
    /// There is nothing of that name; `what` it should be, what there is, and what was probably meant.
    case unknownName(String, what: String, expected: [String], suggestion: String?)
    /// The surroundings are at fault: permissions, a full disk, a file where a directory should be.
    case unwritable(path: String, reason: String)
    /// A picture could not be drawn; why.
    case undrawable(String)
    /// The file does not hold results that can be read. `place` is the key at fault, such as `runs[3].pipeline.name`.
    case unreadableResults(file: String, place: String, reason: String)

    /// Whether the surroundings are at fault rather than what was asked for.
    public var isEnvironment: Bool {
        switch self {
        case .unwritable, .undrawable: true
        case .unknownFormat, .noTable, .unknownName, .unreadableResults: false
        }
    }

    /// Whether an input file is at fault.
    public var isBadData: Bool {
        if case .unreadableResults = self { true } else { false }
    }
}

extension ReportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat(let name, let suggestion):
            let hint = suggestion.map { "did you mean '\($0.rawValue)'?" } ?? "choose among them"
            return "report format: found '\(name)', expected \(ReportFormat.names); \(hint)"
        case .noTable(let format):
            return "report format: found '\(format.rawValue)' for a chosen table, expected md, csv, json or tex; "
                + "take --group, --columns, --sort, --reverse and --pivot out, or choose another format"
        case .unknownName(let name, let what, let expected, let suggestion):
            let hint = suggestion.map { "did you mean '\($0)'?" } ?? "choose among them"
            return "\(what): found '\(name)', expected \(expected.joined(separator: ", ")); \(hint)"
        case .unwritable(let path, let reason):
            return "\(path): found no way to write there (\(reason)), expected a directory; choose another or make room"
        case .undrawable(let reason):
            return reason
        case .unreadableResults(let file, let place, let reason):
            let subject = place.isEmpty ? file : "\(file): \(place)"
            return "\(subject): \(reason); expected a results.json that this version or an older one wrote"
        }
    }
}
