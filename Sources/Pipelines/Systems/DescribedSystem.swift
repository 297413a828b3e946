public import SensorModel

/// A complete and valid description of a system in named stages, from sensor samples and fixes to pixels.
///
/// It consists of a ``SystemDeclaration`` and changes from a SPEC: `area:alpha=0.2,radius=5km`. A parameter is
/// addressed by its name. If several stages have it, the stage's name precedes it: `lowPass.alpha`, `display.rate`.
///
/// ```swift
/// let system = try DescribedSystem(parsing: "area:alpha=0.2")
/// var replay = SystemReplay(system, places: PlaceSet(places), rates: rates, declination: nil)
/// ```
public struct DescribedSystem: Sendable {
    /// The SPEC as written, or the file that declares the system.
    public let text: String
    /// The declaration of the system.
    public let declaration: SystemDeclaration
    /// The pipeline from samples to orientations: the preset of the same name (``PresetCatalogue``).
    public internal(set) var orientation: PipelineSpecification
    /// The parameter values of the other stages.
    public internal(set) var values: [SystemStage: ParameterValues]

    /// The name of the system.
    public var name: String { declaration.name }

    /// Creates a system from its declaration and changes.
    ///
    /// - Parameters:
    ///   - declaration: declaration of the system.
    ///   - text: SPEC as written; `nil` for the declaration's name.
    ///   - changes: changed values by parameter.
    ///   - column: column of the changes in the SPEC.
    ///   - lookup: the stages that the declaration can name; those of the catalogues by default.
    /// - Throws: `InputError` for an unknown parameter (with the nearest name), an ambiguous one, an
    ///   invalid value, and a system without a camera.
    public init(
        _ declaration: SystemDeclaration,
        text: String? = nil,
        changes: [String: String] = [:],
        column: Int = 1,
        lookup: StageLookup = .catalogue
    ) throws(InputError) {
        let text = text ?? declaration.name
        var settings = try SystemSettings(declaration, text: text, column: column, lookup: lookup)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { try settings.set(name, to: value) }
        self.text = text
        self.declaration = declaration
        values = try settings.values()
        orientation = try PipelineSpecification(text: text, stages: settings.orientationStages, lookup: lookup)
        guard Self.camera(of: values[.camera]) != nil else {
            throw settings.error(
                message: "the camera is not set",
                advice: "set focalLength, sensorWidth and sensorHeight, or horizontalView and verticalView"
            )
        }
    }

    /// Creates a system from a parsed pipeline, which may contain estimators from outside.
    init(_ declaration: SystemDeclaration, orientation: PipelineSpecification) throws(InputError) {
        text = orientation.text
        self.declaration = declaration
        values = try SystemSettings(declaration, text: orientation.text, column: 1, lookup: orientation.lookup).values()
        self.orientation = orientation
    }

    /// Parses `name` or `name:key=value,key=value` with a name of ``SystemCatalogue``.
    ///
    /// - Throws: `InputError` for an unknown name or parameter, and for an invalid value.
    public init(parsing text: String) throws(InputError) {
        let stages = try StageText.parse(text)
        guard stages.count == 1, let stage = stages.first else {
            throw InputError(
                specification: text,
                column: stages.last?.column ?? 1,
                message: "a described system has one stage",
                advice: "write its name alone, or declare your own system in a YAML file"
            )
        }
        guard let declaration = SystemCatalogue.declaration(named: stage.name) else {
            let names = SystemCatalogue.declarations.map(\.name)
            throw InputError(
                specification: text,
                column: stage.column,
                message: "unknown system '\(stage.name)'",
                advice: NearestName.hint(for: stage.name, among: names)
                    ?? "see 'sextant list systems', or give a YAML file"
            )
        }
        try self.init(declaration, text: text, changes: stage.parameters, column: stage.column)
    }

    /// All parameters with their values, including defaults, by the names that a SPEC uses.
    public var parameters: [String: ParameterValue] {
        // The input stages are added below as stages of the system.
        var all = orientation.parametersAfterInput
        for stage in SystemStage.allCases {
            for (name, value) in values[stage]?.all ?? [:] {
                all[all[name] == nil ? name : "\(stage.rawValue).\(name)"] = value
            }
        }
        return all
    }

    /// Returns the system with additional estimator parameters from a recording's layout
    /// (``PipelineSpecification/filled(from:)``).
    ///
    /// - Throws: `InputError` for parameters that are invalid for the estimator.
    public func filled(from estimators: [String: [String: String]]) throws(InputError) -> DescribedSystem {
        var filled = self
        filled.orientation = try orientation.filled(from: estimators)
        return filled
    }

    /// Returns the system with `magnetometer=auto` of its estimator replaced for a recording
    /// (``PipelineSpecification/withMagnetometer(_:)``).
    public func withMagnetometer(_ isRecorded: Bool) -> DescribedSystem {
        var fitted = self
        fitted.orientation = orientation.withMagnetometer(isRecorded)
        return fitted
    }
}

extension DescribedSystem {
    /// The display rate of a plain pipeline: that of most screens.
    private static let pipelineDisplayRate = "60Hz"

    /// Creates a system from a pipeline and a camera: exact directions and projection, redrawn 60 times a second.
    ///
    /// - Throws: `InputError` for invalid sizes of the camera, and for an offline estimator, which has no
    ///   orientation to draw before the end of a recording.
    public init(_ pipeline: PipelineSpecification, on camera: CameraEntry) throws(InputError) {
        guard !pipeline.isOffline else {
            throw InputError(
                specification: pipeline.text,
                column: 1,
                message: "an offline estimator cannot draw while it runs",
                advice: "evaluate it without --camera"
            )
        }
        let declaration = SystemDeclaration(
            name: pipeline.text,
            summary: "The pipeline on a screen.",
            source: camera.summary,
            pipeline: pipeline.stages,
            constants: camera.constants + [
                SystemConstant(.display, "loop", "rate", "redrawn at a fixed rate"),
                SystemConstant(
                    .display,
                    "rate",
                    Self.pipelineDisplayRate,
                    "no source: our choice, that of most screens"
                ),
                SystemConstant(.directions, "law", "tangentPlane", "the exact law"),
                SystemConstant(.projection, "kind", "perspective", "the exact law"),
            ]
        )
        try self.init(declaration, orientation: pipeline)
    }

    /// Returns the system on another phone. The projection law and its constants remain those of the system.
    ///
    /// - Throws: `InputError` for invalid sizes of the camera, and for a SPEC that changes the camera or
    ///   the screen itself.
    public func on(_ camera: CameraEntry) throws(InputError) -> DescribedSystem {
        let standard = try SystemSettings(declaration, text: text, column: 1, lookup: orientation.lookup).values()
        let own = [SystemStage.camera, .screen].flatMap { stage in
            (values[stage]?.all ?? [:]).filter { $0.value != standard[stage]?.all[$0.key] }.map(\.key)
        }
        guard own.isEmpty else {
            throw InputError(
                specification: text,
                column: 1,
                message: "both \(own.sorted().joined(separator: ", ")) and '\(camera.name)' describe the camera",
                advice: "remove --camera, or the parameters"
            )
        }
        var changed = self
        for stage in [SystemStage.camera, .screen] {
            let own = camera.constants.filter { $0.stage == stage }.map { ($0.name, $0.text) }
            do {
                changed.values[stage] = try ParameterValues(
                    Dictionary(uniqueKeysWithValues: own),
                    for: stage.parameters,
                    of: "'\(stage.rawValue)'",
                    listing: "see 'sextant list systems'"
                )
            } catch {
                throw InputError(
                    specification: camera.name,
                    column: 1,
                    message: error.message,
                    advice: error.advice
                )
            }
        }
        return changed
    }
}
