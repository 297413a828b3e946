import Evaluation
import Pipelines
import SensorFilters
import SensorModel

/// One-line descriptions of pipelines.
enum PipelineMeaning {
    /// The description of a run's pipeline. Estimates from a file are never described by their name, because the user
    /// chooses it.
    static func text(of pipeline: EvaluationRun.PipelineSummary) -> String {
        guard let source = pipeline.source else { return text(of: pipeline.name) }
        return "Estimate read from the file \(source.split(separator: "/").last ?? "")."
    }

    /// The summary of a replayed AR system, a preset or an estimator; empty for an external estimator.
    static func text(of name: String) -> String {
        let first = String(name.prefix { $0 != ":" })
        if let system = SystemCatalogue.declaration(named: first) { return system.summary }
        if let preset = PresetCatalogue.preset(named: name) { return preset.summary }
        if LocationPipelineSpecification.isLocation(name) {
            return LocationStage(rawValue: String(first.prefix { $0 != "+" }))?.summary ?? ""
        }
        return (try? PipelineSpecification(parsing: name))?.estimator.entry.summary ?? ""
    }
}

extension ParameterValue {
    /// The parameter's value as reports show it.
    package var text: String {
        switch self {
        case .number(let number): NumberText.exact(number)
        case .word(let word): word
        }
    }
}

extension [String: ParameterValue] {
    /// The parameters sorted by name, such as `beta=0.1`.
    var assignments: [String] { sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" } }
}

extension EvaluationRun.PipelineSummary {
    /// The parameters sorted by name, such as `beta = 0.1, driver = gyroscope`; `none` without parameters.
    var parameterText: String {
        let texts = parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.text)" }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}
