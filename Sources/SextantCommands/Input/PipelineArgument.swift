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

    /// Returns a Boolean value that indicates whether an argument is only the path of a YAML file. The result is
    /// `false` for a SPEC that ends with such a path.
    static func isFile(_ argument: String) -> Bool {
        guard argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") else { return false }
        return !argument.contains { "+:".contains($0) } || FileKind(path: argument) != nil
    }
}
