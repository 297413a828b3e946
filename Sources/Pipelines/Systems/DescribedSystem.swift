public import SensorModel

/// The complete and validated description of an AR system, from sensor samples and fixes to pixels, in named stages.
///
/// The description combines a ``SystemDeclaration`` with changed parameters, as in the text
/// `area:alpha=0.2,radius=5km`. If several stages have a parameter of the same name, the stage's name precedes it:
/// `lowPass.alpha`, `display.rate`.
///
/// ```swift
/// let system = try DescribedSystem(parsing: "area:alpha=0.2")
/// var replay = SystemReplay(system, places: PlaceSet(places), rates: rates, declination: nil)
/// ```
public struct DescribedSystem: Sendable {
    /// The text (SPEC) as written, or the path of the file that declares the system.
    public let text: String
    /// The declaration of the system, without the changes in ``text``.
    public let declaration: SystemDeclaration
    /// The pipeline from samples to orientations. For a system without changes, it equals the preset of the same name
    /// in ``PresetCatalogue``.
    public internal(set) var orientation: PipelineSpecification
    /// A Boolean value that indicates whether the headings of ``orientation`` are relative to north.
    package var knowsNorth: Bool { orientation.knowsNorth }
    /// The parameter values of the other stages, by stage.
    public internal(set) var values: [SystemStage: ParameterValues]

    /// The name of the system.
    public var name: String { declaration.name }

    /// Creates a system from its declaration and changes.
    ///
    /// - Parameters:
    ///   - declaration: the declaration of the system.
    ///   - text: the text as written; by default the declaration's name.
    ///   - changes: the text of each changed value, by parameter.
    ///   - column: the column in the text at which the system's name begins, for messages.
    ///   - lookup: the stages that the declaration can name; by default, the stages of the catalogues.
    /// - Throws: `InputError` for an unknown parameter (with the nearest name), an ambiguous parameter or an invalid
    ///   value, and if no camera is set.
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

    /// Creates a system from a parsed pipeline, which may contain an estimator outside Sextant.
    init(_ declaration: SystemDeclaration, orientation: PipelineSpecification) throws(InputError) {
        text = orientation.text
        self.declaration = declaration
        values = try SystemSettings(declaration, text: orientation.text, column: 1, lookup: orientation.lookup).values()
        self.orientation = orientation
    }

    /// Parses `name` or `name:key=value,key=value`, with the name of a system in ``SystemCatalogue``.
    ///
    /// - Throws: `InputError` for an unknown name or parameter, or an invalid value.
    public init(parsing text: String) throws(InputError) {
        let stages = try StageText.parse(text)
        guard stages.count == 1, let stage = stages.first else {
            throw InputError(
                specification: text,
                column: stages.last?.column ?? 1,
                message: "a system cannot be combined with other stages",
                advice: "write one system without '+', or declare your own system in a YAML file"
            )
        }
        guard let declaration = SystemCatalogue.declaration(named: stage.name) else {
            let names = SystemCatalogue.declarations.map(\.name)
            throw InputError(
                specification: text,
                column: stage.column,
                message: "unknown system '\(stage.name)'",
                advice: NearestName.hint(for: stage.name, among: names)
                    ?? "see 'sextant list systems', or give the path of a YAML file"
            )
        }
        try self.init(declaration, text: text, changes: stage.parameters, column: stage.column)
    }

    /// The values of all parameters, including defaults, by the names that ``text`` uses.
    public var parameters: [String: ParameterValue] {
        // Input stages are also stages of the system, so the loop below adds their parameters.
        var all = orientation.parametersAfterInput
        for stage in SystemStage.allCases {
            for (name, value) in values[stage]?.all ?? [:] {
                all[all[name] == nil ? name : "\(stage.rawValue).\(name)"] = value
            }
        }
        return all
    }

    /// Returns `true` if the text changes a constant that does not affect orientations.
    ///
    /// Examples of such constants are the radius of the shown places and the display rate.
    ///
    /// - Throws: `InputError` if the declaration is invalid.
    public func changesScreen() throws(InputError) -> Bool {
        let input: Set<SystemStage> = [.sampling, .compass, .orientation]
        return try !changes(in: SystemStage.allCases.filter { !input.contains($0) }).isEmpty
    }

    /// Returns the names of those parameters of the given stages whose values differ from the declaration.
    private func changes(in stages: [SystemStage]) throws(InputError) -> [String] {
        let declared = try SystemSettings(declaration, text: text, column: 1, lookup: orientation.lookup).values()
        return stages.flatMap { stage in
            (values[stage]?.all ?? [:]).filter { $0.value != declared[stage]?.all[$0.key] }.map(\.key)
        }
    }

    /// Returns the system with additional estimator parameters from a recording's layout
    /// (``PipelineSpecification/filled(from:)``).
    ///
    /// - Throws: `InputError` if a parameter is invalid for the estimator.
    public func filled(from estimators: [String: [String: String]]) throws(InputError) -> DescribedSystem {
        var filled = self
        filled.orientation = try orientation.filled(from: estimators)
        return filled
    }

    /// Returns the system with `magnetometer=auto` resolved for a recording
    /// (``PipelineSpecification/withMagnetometer(_:)``).
    public func withMagnetometer(_ isRecorded: Bool) -> DescribedSystem {
        var fitted = self
        fitted.orientation = orientation.withMagnetometer(isRecorded)
        return fitted
    }
}

extension DescribedSystem {
    /// The display rate that is assumed for a pipeline; most screens have this rate.
    private static let pipelineDisplayRate = "60Hz"

    /// Creates a system from a pipeline and a phone. Directions and perspective are exact, and pictures are drawn 60
    /// times a second.
    ///
    /// - Throws: `InputError` if a size of the camera is invalid, or if the estimator works offline, because its
    ///   orientations are not available before the end of a recording.
    public init(_ pipeline: PipelineSpecification, on camera: CameraEntry) throws(InputError) {
        guard !pipeline.isOffline else {
            throw InputError(
                specification: pipeline.text,
                column: 1,
                message: "an offline estimator returns orientations only after the last sample, so no screen can be "
                    + "drawn",
                advice: "remove --camera"
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
                    "no source: our choice, the rate of most screens"
                ),
                SystemConstant(.directions, "law", "tangentPlane", "the exact law"),
                SystemConstant(.projection, "kind", "perspective", "the exact law"),
            ]
        )
        try self.init(declaration, orientation: pipeline)
    }

    /// Returns the system with the camera and the screen of another phone. The system's projection and its constants do
    /// not change.
    ///
    /// - Throws: `InputError` if a size of the camera is invalid, or if ``text`` already changes the camera or the
    ///   screen.
    public func on(_ camera: CameraEntry) throws(InputError) -> DescribedSystem {
        let parameters = try changes(in: [.camera, .screen])
        guard parameters.isEmpty else {
            throw InputError(
                specification: text,
                column: 1,
                message: "the SPEC sets \(parameters.sorted().joined(separator: ", ")), but --camera \(camera.name) "
                    + "also sets the camera and the screen",
                advice: "remove --camera, or remove these parameters from the SPEC"
            )
        }
        var changed = self
        for stage in [SystemStage.camera, .screen] {
            let own = camera.constants.filter { $0.stage == stage }.map { ($0.name, $0.text) }
            do {
                changed.values[stage] = try stage.values(Dictionary(uniqueKeysWithValues: own))
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
