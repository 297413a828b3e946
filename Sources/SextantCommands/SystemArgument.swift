import Evaluation
import Pipelines
import Recordings
import SensorModel
import Yams

/// A described system as the command line gives it: a SPEC, or the path of a YAML file that declares one.
///
/// ```yaml
/// name: mine
/// like: area
/// orientation: lowPass:cutoff=5Hz,sensor=accelerometer+compassHeading:direction=camera
/// display: {rate: 60Hz}
/// projection: {kind: perspective}
/// ```
enum SystemArgument {
    static func read(_ argument: String) throws -> DescribedSystem {
        guard isFile(argument) else { return try DescribedSystem(parsing: argument) }
        return try SystemFile(path: argument).system()
    }

    /// A pipeline or a described system. The bare name of a preset that is both is the pipeline, unless there is a scene
    /// to show.
    static func subject(_ argument: String, hasScene: Bool) throws -> EvaluationSubject {
        if isFile(argument) {
            return SystemFile.declaresSystem(argument)
                ? .system(try read(argument)) : .pipeline(try PipelineArgument.read(argument))
        }
        let name = String(argument.prefix { $0 != ":" })
        let isSystem = SystemCatalogue.declaration(named: name) != nil
        let isPreset = PresetCatalogue.preset(named: argument) != nil
        guard isSystem, hasScene || !isPreset else { return .pipeline(try PipelineArgument.read(argument)) }
        return .system(try read(argument))
    }

    private static func isFile(_ argument: String) -> Bool {
        argument.hasSuffix(".yaml") || argument.hasSuffix(".yml")
    }
}
