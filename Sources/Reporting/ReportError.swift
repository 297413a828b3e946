/// Why a report could not be made or written, or results not be read.
public enum ReportError: Error, Sendable, Hashable {
    /// There is no format of that name; `suggestion` is the one that was probably meant.
    case unknownFormat(String, suggestion: ReportFormat?)
    /// The surroundings are at fault: permissions, a full disk, a file where a directory should be.
    case unwritable(path: String, reason: String)
    /// The file does not hold results that can be read. `place` is the key at fault, such as `runs[3].pipeline.name`.
    case unreadableResults(file: String, place: String, reason: String)

    /// Whether the surroundings are at fault rather than what was asked for.
    public var isEnvironment: Bool {
        if case .unwritable = self { true } else { false }
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
            let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            let hint = suggestion.map { "did you mean '\($0.rawValue)'?" } ?? "choose among them"
            return "report format: found '\(name)', expected \(names); \(hint)"
        case .unwritable(let path, let reason):
            return "\(path): found no way to write there (\(reason)), expected a directory; choose another or make room"
        case .unreadableResults(let file, let place, let reason):
            let subject = place.isEmpty ? file : "\(file): \(place)"
            return "\(subject): \(reason); expected a results.json that this version or an older one wrote"
        }
    }
}
