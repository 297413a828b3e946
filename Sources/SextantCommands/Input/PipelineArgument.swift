import Experiments
import Foundation
import OutsideEstimators
import Pipelines
import Recordings
import SensorModel

/// The value of `--pipeline`: the text of a pipeline (SPEC), or the path of a YAML file. The file contains a list of
/// stages or the description of a program.
enum PipelineArgument {
    /// Reads a pipeline.
    ///
    /// - Throws: `InputError` for a bad SPEC or file.
    static func read(_ argument: String) throws(InputError) -> PipelineSpecification {
        let outside = OutsideEstimators(folder: "", linked: CommandExtension.catalogue.stages)
        guard isFile(argument) else {
            return try PipelineSpecification(parsing: argument, lookup: outside.lookup)
        }
        // The path may contain characters that separate the stages of a SPEC.
        let stage = StageText(name: argument)
        return try PipelineSpecification(text: argument, stages: [stage], lookup: outside.lookup)
    }

    /// Reads a location pipeline.
    ///
    /// - Returns: the pipeline; `nil` if the argument does not begin with a source of positions.
    /// - Throws: `InputError` for a bad SPEC or file.
    static func location(_ argument: String) throws(InputError) -> LocationPipelineSpecification? {
        let lookup = OutsideEstimators(folder: "", linked: CommandExtension.catalogue.stages).lookup
        guard isFile(argument) else {
            return LocationPipelineSpecification.isLocation(argument, lookup: lookup)
                ? try LocationPipelineSpecification(parsing: argument, lookup: lookup) : nil
        }
        guard LocationPipelineSpecification.isSource(argument, lookup) else { return nil }
        return try LocationPipelineSpecification(
            text: argument,
            stages: [StageText(name: argument)],
            lookup: lookup
        )
    }

    /// Returns whether an argument is only the path of a YAML file, and not a SPEC that ends with such a path.
    static func isFile(_ argument: String) -> Bool {
        guard argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") else { return false }
        return !argument.contains { "+:".contains($0) } || FileKind(path: argument) != nil
    }
}
