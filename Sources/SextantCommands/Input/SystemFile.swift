import Evaluation
import Experiments
import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel
import Yams

/// A YAML file that declares a system by its stages.
///
/// A constant that the file omits has the value of the system named by `like`, or else the default of its stage.
///
/// ```yaml
/// name: mine
/// like: area
/// orientation: lowPass:cutoff=5Hz,sensor=accelerometer+compassHeading:direction=camera
/// display: {rate: 60Hz}
/// projection: {kind: perspective}
/// camera: iphone8   # or focalLength, sensorWidth and sensorHeight, or horizontalView and verticalView
/// ```
struct SystemFile {
    private static let words = ["name", "summary", "source", "like"]

    private let path: String
    private let root: Node.Mapping

    init(path: String) throws {
        self.path = path
        guard let node = try PipelineArgument.root(ofFile: path) else {
            throw InputError(file: path, message: "the file is empty", advice: Self.advice)
        }
        guard let mapping = node.mapping else {
            throw Self.error(path, node, message: "the file is not a mapping of keys to values")
        }
        root = mapping
    }

    /// Returns a Boolean value that indicates whether a file has a key of a system, instead of a list of stages. The
    /// result is `false` for a file that cannot be read.
    static func declaresSystem(_ path: String) -> Bool {
        let root = try? PipelineArgument.root(ofFile: path)
        let keys = root?.mapping?.keys.compactMap(\.scalar?.string) ?? []
        guard !keys.contains("command") else { return false }
        return keys.contains { known.contains($0) }
    }

    private static let known = words + SystemStage.allCases.map(\.rawValue)

    /// Returns the declared system.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    func system() throws -> DescribedSystem {
        try checkKeys()
        let base = try base()
        var pipeline = try base?.pipelineStages() ?? []
        // `pipelineStages()` contains the constants of the orientation.
        var constants = (base?.constants ?? []).filter { $0.stage != .orientation }
        if let node = root[SystemStage.orientation.rawValue] {
            pipeline = try PipelineArgument.stages(of: node, file: path)
            // This check is first, because its error has the line in the file.
            _ = try PipelineSpecification(text: path, stages: pipeline, lookup: CommandExtension.catalogue.stages)
        }
        guard !pipeline.isEmpty else {
            throw InputError(
                file: path,
                line: 1,
                message: "the system has neither 'orientation' nor 'like'",
                advice: "add 'orientation: triad+lowPass' or 'like: area'"
            )
        }
        for stage in SystemStage.allCases where stage != .orientation {
            let own = try self.constants(of: stage)
            let names = own.map(\.name)
            constants.removeAll { $0.stage == stage && names.contains($0.name) }
            constants += own
        }
        let declaration = SystemDeclaration(
            name: try text("name") ?? path,
            summary: try text("summary") ?? "A system of \(path).",
            source: try text("source") ?? path,
            pipeline: pipeline,
            constants: constants
        )
        return try DescribedSystem(declaration, text: path, lookup: CommandExtension.catalogue.stages)
    }

    private func base() throws -> SystemDeclaration? {
        guard let name = try text("like") else { return nil }
        if let found = SystemCatalogue.declaration(named: name) { return found }
        let names = SystemCatalogue.declarations.map(\.name)
        throw Self.error(
            path,
            root["like"],
            message: "unknown system '\(name)'",
            advice: NearestName.hint(for: name, among: names) ?? "see 'sextant list systems'"
        )
    }

    private func checkKeys() throws(InputError) {
        let known = Self.known
        for (key, _) in root where !known.contains(key.scalar?.string ?? "") {
            let name = key.scalar?.string ?? ""
            throw Self.error(
                path,
                key,
                message: "unknown key '\(name)'",
                advice: NearestName.hint(for: name, among: known) ?? "use one of \(known.joined(separator: ", "))"
            )
        }
    }

    private func constants(of stage: SystemStage) throws -> [SystemConstant] {
        let named = try namedCamera().filter { $0.stage == stage }
        guard let node = root[stage.rawValue] else { return named }
        if stage == .camera, node.scalar != nil { return named }
        guard let mapping = node.mapping else {
            throw Self.error(path, node, message: "the value of '\(stage.rawValue)' is not a mapping of keys to values")
        }
        let names = stage.parameters.map(\.name)
        var constants: [SystemConstant] = []
        for (key, value) in mapping {
            let name = key.scalar?.string ?? ""
            guard let descriptor = stage.parameters.first(where: { $0.name == name }) else {
                throw Self.error(
                    path,
                    key,
                    message: "'\(stage.rawValue)' has no parameter '\(name)'",
                    advice: NearestName.hint(for: name, among: names) ?? "see 'sextant list systems'"
                )
            }
            guard let text = value.scalar?.string else {
                throw Self.error(path, value, message: "a parameter must have a single value, not a list or a mapping")
            }
            do throws(InputError) {
                _ = try descriptor.parse(text)
            } catch {
                throw Self.error(path, value, message: error.message, advice: error.advice)
            }
            constants.append(SystemConstant(stage, name, text, "\(path):\(key.mark?.line ?? 1)"))
        }
        let own = constants.map(\.name)
        return named.filter { !own.contains($0.name) } + constants
    }

    /// Returns the camera and the screen of `camera: iphone4s`.
    private func namedCamera() throws -> [SystemConstant] {
        guard let node = root[SystemStage.camera.rawValue], let name = node.scalar?.string else { return [] }
        do throws(InputError) {
            return try CameraCatalogue.entry(parsing: name).constants
        } catch {
            throw Self.error(path, node, message: error.message, advice: error.advice)
        }
    }

    private func text(_ key: String) throws(InputError) -> String? {
        guard let node = root[key] else { return nil }
        guard let text = node.scalar?.string, !text.isEmpty else {
            throw Self.error(path, node, message: "the value of '\(key)' is not text")
        }
        return text
    }

    private static let advice = "see 'sextant list systems' for the stages"

    private static func error(
        _ path: String,
        _ node: Node?,
        message: String,
        advice: String? = Self.advice
    ) -> InputError {
        InputError(
            file: path,
            line: node?.mark?.line,
            column: node?.mark?.column,
            message: message,
            advice: advice
        )
    }
}

/// The value of `--system`: a SPEC, or the path of a YAML file that declares a system.
enum SystemArgument {
    /// Reads a system.
    ///
    /// - Throws: `InputError` for a bad SPEC or file.
    static func read(_ argument: String) throws -> DescribedSystem {
        guard PipelineArgument.isFile(argument) else { return try DescribedSystem(parsing: argument) }
        return try SystemFile(path: argument).system()
    }

    /// Returns the system that an argument names. A pipeline's SPEC becomes a system with the given camera, or else
    /// with the standard camera.
    static func read(_ argument: String, on camera: CameraEntry?) throws -> DescribedSystem {
        let subject: EvaluationSubject
        do {
            subject = try Self.subject(argument, hasScene: true)
        } catch let error as InputError {
            // An argument is a misspelt system rather than a misspelt estimator if the name of a system is closer.
            let name = String(argument.prefix { $0 != ":" })
            let names = SystemCatalogue.declarations.map(\.name)
            if NearestName.suggestion(for: name, among: names) != nil { _ = try DescribedSystem(parsing: argument) }
            throw error
        }
        switch subject {
        case .system(let system): return try camera.map { try system.on($0) } ?? system
        case .pipeline(let pipeline): return try DescribedSystem(pipeline, on: camera ?? CameraCatalogue.standard)
        case .estimate: return try read(argument)
        case .location(let pipeline):
            throw UsageError(
                "'\(pipeline.text)' has no screen, because it estimates no orientation; evaluate it without --screen, "
                    + "--camera, --pois and --at"
            )
        }
    }

    /// Returns the pipeline, the location pipeline or the system that an argument names.
    ///
    /// Without a scene to show, a system with a preset is its pipeline, unless the SPEC changes a constant that only the
    /// system has.
    static func subject(_ argument: String, hasScene: Bool) throws -> EvaluationSubject {
        if PipelineArgument.isFile(argument) {
            return SystemFile.declaresSystem(argument)
                ? .system(try read(argument)) : .pipeline(try PipelineArgument.read(argument))
        }
        if LocationPipelineSpecification.isLocation(argument) {
            return .location(
                try LocationPipelineSpecification(parsing: argument, lookup: CommandExtension.catalogue.stages)
            )
        }
        let name = String(argument.prefix { $0 != ":" })
        let isSystem = SystemCatalogue.declaration(named: name) != nil
        let isPreset = PresetCatalogue.preset(named: argument) != nil
        guard isSystem, hasScene || !isPreset else { return .pipeline(try PipelineArgument.read(argument)) }
        let system = try read(argument)
        let isOnlySystem = PresetCatalogue.preset(named: name) == nil
        return try hasScene || isOnlySystem || system.changesScreen() ? .system(system) : .pipeline(system.orientation)
    }
}
