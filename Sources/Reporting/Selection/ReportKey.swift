public import Evaluation
import SensorModel

/// What tells runs apart, and can stand in front of a row or above a column.
public enum ReportKey: Sendable, Hashable {
    case recording
    case pipeline
    /// What the run was held against.
    case reference
    /// The tool's version and revision.
    case version
    /// A parameter of the pipeline.
    case parameter(String)

    private static let words: [(name: String, key: ReportKey)] = [
        ("recording", .recording), ("pipeline", .pipeline), ("reference", .reference), ("version", .version),
    ]

    /// As on the command line.
    public var name: String {
        if case .parameter(let name) = self { return name }
        return Self.words.first { $0.key == self }?.name ?? ""
    }

    /// What stands before a parameter that has the name of another key.
    private static let prefix = "parameter."

    /// The key of that name: `recording`, `pipeline`, `reference`, `version`, or a parameter that some run has, as it is
    /// or behind `parameter.`.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)``.
    public init(name: String, in results: EvaluationResults) throws(ReportError) {
        if let word = Self.words.first(where: { $0.name == name }) {
            self = word.key
            return
        }
        let parameters = Set(results.runs.flatMap(\.pipeline.parameters.keys))
        let parameter = name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
        guard parameters.contains(parameter) else {
            let words = Self.words.map(\.name)
            let names = words + parameters.sorted().map { words.contains($0) ? Self.prefix + $0 : $0 }
            throw .unknownName(
                name,
                what: "group",
                expected: names,
                suggestion: NearestName.suggestion(for: name, among: names)
            )
        }
        self = .parameter(parameter)
    }

    /// What the run has of it; `–` where it has none.
    func text(_ run: EvaluationRun, _ recording: String, _ tool: EvaluationResults.Tool) -> String {
        switch self {
        case .recording: recording
        case .pipeline: run.pipeline.name
        case .reference: run.reference?.kind.rawValue ?? "–"
        case .version: "\(tool.version) (\(tool.revision))"
        case .parameter(let name): run.pipeline.parameters[name]?.text ?? "–"
        }
    }
}
