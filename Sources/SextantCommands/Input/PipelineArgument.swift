import Experiments
import Foundation
import OutsideEstimators
import Pipelines
import Recordings
import SensorModel
import Yams

/// The value of `--pipeline`: a SPEC, or the path of a YAML file with a list of stages or the description of a
/// program.
///
/// ```yaml
/// - lowPass: {alpha: 0.2, sensor: accelerometer}
/// - triad
/// - derivativeSmoother: {baseCorrection: 0.05}
/// ```
enum PipelineArgument {
    /// Reads a pipeline.
    ///
    /// - Throws: `InputError` for a bad SPEC or file.
    static func read(_ argument: String) throws -> PipelineSpecification {
        let outside = OutsideEstimators(folder: "", linked: CommandExtension.catalogue.stages)
        guard isFile(argument) else {
            return try PipelineSpecification(parsing: argument, lookup: outside.lookup)
        }
        if OutsideEstimators.describesProgram(argument) {
            // This call is first, because its error has the line in the file.
            _ = try outside.load(description: argument)
            let stage = StageText(name: argument)
            return try PipelineSpecification(text: argument, stages: [stage], lookup: outside.lookup)
        }
        let root = try root(ofFile: argument)
        guard let root else { throw problem(argument, nil, "the file is empty") }
        return try PipelineSpecification(
            text: argument,
            stages: stages(in: root, file: argument),
            lookup: OutsideEstimators(folder: folder(of: argument), linked: CommandExtension.catalogue.stages).lookup
        )
    }

    /// Returns a Boolean value that indicates whether an argument is only the path of a YAML file, and not a SPEC that
    /// ends with such a path.
    static func isFile(_ argument: String) -> Bool {
        guard argument.hasSuffix(".yaml") || argument.hasSuffix(".yml") else { return false }
        return !argument.contains { "+:".contains($0) } || FileKind(path: argument) != nil
    }

    /// Returns the folder of a file: relative for a relative path, and an empty string for the working directory.
    static func folder(of path: String) -> String {
        path.contains("/") ? URL(fileURLWithPath: path).deletingLastPathComponent().relativePath : ""
    }

    /// Returns the root node of a YAML file, or `nil` if the file is empty.
    static func root(ofFile path: String) throws(InputError) -> Node? {
        guard let text = String(validating: try InputFile.contents(of: path), as: UTF8.self) else {
            throw InputError(
                file: path,
                message: "the text is not UTF-8",
                advice: "save the file as UTF-8"
            )
        }
        do {
            return try Yams.compose(yaml: text, .basic, .default, .utf8)
        } catch {
            throw problem(path, (error as? YamlError)?.mark, "the text is not YAML")
        }
    }

    /// Returns the stages of a node, which is a SPEC as one text, or a list.
    static func stages(of node: Node, file: String) throws -> [StageText] {
        guard let text = node.scalar?.string else { return try stages(in: node, file: file) }
        do throws(InputError) {
            return try PipelineSpecification(parsing: text, lookup: CommandExtension.catalogue.stages).stages.map {
                StageText(name: $0.name, parameters: $0.parameters, column: $0.column, line: node.mark?.line)
            }
        } catch {
            let column = (node.mark?.column ?? 1) + (error.column ?? 1) - 1
            throw InputError(
                file: file,
                line: node.mark?.line,
                column: column,
                message: error.message,
                advice: error.advice
            )
        }
    }

    private static func stages(in node: Node, file: String) throws(InputError) -> [StageText] {
        guard let sequence = node.sequence, !sequence.isEmpty else {
            throw problem(file, node.mark, "there is no list of stages")
        }
        var stages: [StageText] = []
        for node in sequence { stages.append(try stage(node, file: file)) }
        return stages
    }

    private static func stage(_ node: Node, file: String) throws(InputError) -> StageText {
        if let name = node.scalar?.string {
            return StageText(name: name, column: node.mark?.column ?? 1, line: node.mark?.line)
        }
        guard let mapping = node.mapping, mapping.count == 1, let (key, values) = mapping.first,
            let name = key.scalar?.string
        else { throw problem(file, node.mark, "a stage is neither a name nor a name with parameters") }
        var parameters: [String: String] = [:]
        for (key, value) in values.mapping ?? [:] {
            guard let name = key.scalar?.string, let text = value.scalar?.string else {
                throw problem(file, key.mark, "a parameter must have a single value, not a list or a mapping")
            }
            parameters[name] = text
        }
        return StageText(
            name: name,
            parameters: parameters,
            column: node.mark?.column ?? 1,
            line: node.mark?.line
        )
    }

    private static func problem(_ file: String, _ mark: Mark?, _ problem: String) -> InputError {
        InputError(
            file: file,
            line: mark?.line,
            column: mark?.column,
            message: problem,
            advice: "write a list of stages, each a name or 'name: {key: value}'"
        )
    }
}

extension YamlError {
    fileprivate var mark: Mark? {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark
        default: nil
        }
    }
}
