import Evaluation
import Experiments
import OutsideEstimators
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// A YAML file that declares a system by its stages.
///
/// If the file omits a constant, its value is taken from the system named by `like`. Without `like`, the constant has
/// the default of its stage.
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
    private let root: YAMLMapping

    init(path: String) throws(InputError) {
        self.path = path
        root = try YAMLValue(parsing: try InputFile.contents(of: path), file: path).mapping("a system")
    }

    /// Returns whether a readable file describes a system: the file has at least one key of a system, and no key
    /// `command`.
    static func declaresSystem(_ path: String) -> Bool {
        guard let keys = try? SystemFile(path: path).root.names, !keys.contains("command") else { return false }
        return keys.contains { known.contains($0) }
    }

    private static let known = words + SystemStage.allCases.map(\.rawValue)

    /// Returns the declared system.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    func system() throws(InputError) -> DescribedSystem {
        try root.allow(Self.known)
        let base = try base()
        var pipeline = try base?.pipelineStages() ?? []
        // The stages from `pipelineStages()` already contain the constants of the orientation.
        var constants = (base?.constants ?? []).filter { $0.stage != .orientation }
        if let value = root[SystemStage.orientation.rawValue] {
            pipeline = try orientation(value)
            // The pipeline is checked here, because the error then contains the line in the file.
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
            name: try root.text("name") ?? path,
            summary: try root.text("summary") ?? "A system of \(path).",
            source: try root.text("source") ?? path,
            pipeline: pipeline,
            constants: constants
        )
        return try DescribedSystem(declaration, text: path, lookup: CommandExtension.catalogue.stages)
    }

    private func base() throws(InputError) -> SystemDeclaration? {
        guard let value = root["like"] else { return nil }
        let name = try value.text("like")
        if let found = SystemCatalogue.declaration(named: name) { return found }
        let names = SystemCatalogue.declarations.map(\.name)
        throw value.error(
            message: "unknown system '\(name)'",
            advice: NearestName.hint(for: name, among: names) ?? "see 'sextant list systems'"
        )
    }

    /// Returns the stages of the pipeline under the key `orientation`. The value is either a SPEC (the text of a
    /// pipeline) or a list of stages.
    private func orientation(_ value: YAMLValue) throws(InputError) -> [StageText] {
        guard !value.isList else { return try StageText.list(value) }
        let text = try value.text("orientation")
        do throws(InputError) {
            return try PipelineSpecification(parsing: text, lookup: CommandExtension.catalogue.stages).stages.map {
                StageText(name: $0.name, parameters: $0.parameters, column: $0.column, line: value.line)
            }
        } catch {
            throw InputError(
                file: path,
                line: value.line,
                column: value.column + (error.column ?? 1) - 1,
                message: error.message,
                advice: error.advice
            )
        }
    }

    private func constants(of stage: SystemStage) throws(InputError) -> [SystemConstant] {
        let named = try namedCamera().filter { $0.stage == stage }
        guard let value = root[stage.rawValue] else { return named }
        if stage == .camera, !value.isMapping { return named }
        let mapping = try value.mapping(stage.rawValue)
        try mapping.allow(stage.parameters.map(\.name))
        var constants: [SystemConstant] = []
        for descriptor in stage.parameters {
            guard let value = mapping[descriptor.name] else { continue }
            let text = try value.text(descriptor.name)
            _ = try value.located { () throws(InputError) in try descriptor.parse(text) }
            constants.append(SystemConstant(stage, descriptor.name, text, "\(path):\(value.line)"))
        }
        let own = constants.map(\.name)
        return named.filter { !own.contains($0.name) } + constants
    }

    /// Returns the constants of the camera and the screen that a file names, as in `camera: iphone4s`. Returns an empty
    /// array if the file names no camera.
    private func namedCamera() throws(InputError) -> [SystemConstant] {
        guard let value = root[SystemStage.camera.rawValue], !value.isMapping else { return [] }
        let name = try value.text("camera")
        return try value.located { () throws(InputError) in try CameraCatalogue.entry(parsing: name).constants }
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

    /// Returns the system that an argument names. A pipeline is converted to a system with the given camera or, if no
    /// camera is given, with the standard camera.
    static func read(_ argument: String, on camera: CameraEntry?) throws -> DescribedSystem {
        let subject: EvaluationSubject
        do {
            subject = try Self.subject(argument, hasScene: true)
        } catch let error as InputError {
            // If the argument resembles the name of a system, it is reported as a misspelt system, not as a misspelt
            // estimator.
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
    /// If a system and a preset pipeline share the name, a scene selects the system. Without a scene, the pipeline is
    /// selected, unless the argument changes a constant that only the system has, such as the display rate.
    static func subject(_ argument: String, hasScene: Bool) throws -> EvaluationSubject {
        if PipelineArgument.isFile(argument), SystemFile.declaresSystem(argument) {
            return .system(try read(argument))
        }
        if let location = try PipelineArgument.location(argument) { return .location(location) }
        if PipelineArgument.isFile(argument) { return .pipeline(try PipelineArgument.read(argument)) }
        let name = String(argument.prefix { $0 != ":" })
        let isSystem = SystemCatalogue.declaration(named: name) != nil
        let isPreset = PresetCatalogue.preset(named: argument) != nil
        guard isSystem, hasScene || !isPreset else { return .pipeline(try PipelineArgument.read(argument)) }
        let system = try read(argument)
        let isOnlySystem = PresetCatalogue.preset(named: name) == nil
        return try hasScene || isOnlySystem || system.changesScreen() ? .system(system) : .pipeline(system.orientation)
    }
}
