public import Evaluation
package import Pipelines
package import Recordings
package import SensorModel

/// A pipeline, a described AR system or a file of estimates that a report table evaluates.
public struct TableSubject: Sendable {
    /// The name of the subject in the table.
    public var name: String
    /// The value of the varied parameter in the subject's text (SPEC); `nil` if no parameter is varied.
    public var value: Double?
    /// The pipeline, described system or file of estimates.
    public var subject: EvaluationSubject
}

extension TableSubject {
    /// The type of subject that a SPEC (the text of a pipeline or system) describes.
    package enum Kind: String {
        /// A pipeline.
        case pipeline
        /// A described system.
        case system
    }

    /// The placeholder in a SPEC (the text of a pipeline or system). For each subject, one of the listed `values`
    /// replaces the placeholder.
    private static let placeholder = "{value}"

    /// Reads a SPEC, or a mapping with SPEC, name and values. Returns one subject for each value.
    static func read(
        _ value: YAMLValue,
        _ kind: Kind,
        _ lookup: StageLookup = .catalogue
    ) throws(InputError) -> [TableSubject] {
        let root = value.isMapping ? try value.mapping("a \(kind.rawValue)") : nil
        try root?.allow(["spec", "name", "values"])
        let spec = try root?.required("spec") ?? value
        let text = try spec.text(root == nil ? "a \(kind.rawValue)" : "spec")
        let name = try root?.text("name") ?? text
        guard let values = root?["values"] else {
            return [TableSubject(name: name, value: nil, subject: try subject(text, kind, lookup, at: spec))]
        }
        let parts = text.split(separator: placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw spec.error(
                message: "the entry has 'values', so the SPEC '\(text)' must contain \(placeholder) exactly once",
                advice: "write \(placeholder) in place of the varied value"
            )
        }
        return try values.items("values").map { item throws(InputError) in
            let filled = String(parts[0]) + (try item.text("a value")) + String(parts[1])
            return TableSubject(
                name: name,
                value: try item.number("a value"),
                subject: try subject(filled, kind, lookup, at: item)
            )
        }
    }

    /// Parses the SPEC of a pipeline or of a described system.
    ///
    /// - Parameters:
    ///   - text: SPEC to parse.
    ///   - kind: type of subject that the SPEC describes.
    ///   - lookup: stages that the SPEC can name.
    ///   - value: position in the definition, for messages.
    /// - Throws: `InputError` with the position of `value`.
    package static func subject(
        _ text: String,
        _ kind: Kind,
        _ lookup: StageLookup = .catalogue,
        at value: YAMLValue
    ) throws(InputError) -> EvaluationSubject {
        do {
            switch kind {
            case .pipeline where LocationPipelineSpecification.isLocation(text, lookup: lookup):
                return .location(try LocationPipelineSpecification(parsing: text, lookup: lookup))
            case .pipeline: return .pipeline(try PipelineSpecification(parsing: text, lookup: lookup))
            case .system: return .system(try DescribedSystem(parsing: text))
            }
        } catch {
            throw value.error(message: error.statement, advice: error.advice)
        }
    }
}
