public import Evaluation
import Recordings
import SensorModel

/// A property by which runs are grouped into rows or columns.
public enum ReportKey: Sendable, Hashable {
    /// The recording's name.
    case recording
    /// The pipeline's SPEC.
    case pipeline
    /// The kind of reference.
    case reference
    /// The tool's version and revision.
    case version
    /// A trait that the recording's name contains: motion, speed, device or disturbance.
    case trait(RecordingTrait)
    /// A parameter of the pipeline.
    case parameter(String)

    private static let named: [(name: String, key: ReportKey)] =
        [
            ("recording", .recording), ("pipeline", .pipeline), ("reference", .reference), ("version", .version),
        ] + RecordingTrait.allCases.map { ($0.rawValue, .trait($0)) }

    /// The key's name on the command line.
    public var name: String {
        if case .parameter(let name) = self { return name }
        return Self.named.first { $0.key == self }?.name ?? ""
    }

    /// The prefix of a parameter that has the name of another key.
    private static let prefix = "parameter."

    /// The key with that name: `recording`, `pipeline`, `reference`, `version`, a trait, or a parameter of some run, with
    /// or without the prefix `parameter.`.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)``.
    public init(name: String, in results: EvaluationResults) throws(ReportError) {
        if let entry = Self.named.first(where: { $0.name == name }) {
            self = entry.key
            guard case .trait(let trait) = entry.key else { return }
            let names = results.runs.map(\.recording.name)
            guard !names.contains(where: { RecordingTraits(name: $0).values[trait] != nil }) else { return }
            throw .unknownName(
                name,
                what: "group in the names of the recordings",
                expected: ["recording"],
                suggestion: nil
            )
        }
        let parameters = Set(results.runs.flatMap(\.pipeline.parameters.keys))
        let parameter = name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
        guard parameters.contains(parameter) else {
            let words = Self.named.map(\.name)
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

    /// The run's value; `–` for a run without one.
    func text(_ run: EvaluationRun, _ recording: String, _ tool: ProgramVersion) -> String {
        switch self {
        case .recording: recording
        case .pipeline: run.pipeline.name
        case .reference: run.reference?.kind.rawValue ?? "–"
        case .version: "\(tool.version) (\(tool.revision))"
        case .trait(let trait): RecordingTraits(name: recording).values[trait] ?? "–"
        case .parameter(let name): run.pipeline.parameters[name]?.text ?? "–"
        }
    }
}
