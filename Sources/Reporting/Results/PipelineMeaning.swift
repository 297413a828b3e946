import Pipelines
import SensorFilters

/// One-line descriptions of pipelines.
enum PipelineMeaning {
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
