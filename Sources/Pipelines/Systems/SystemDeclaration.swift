public import SensorModel

/// A system as declared in code or a file: the SPEC of its pipeline, and the constants that differ from the stages'
/// defaults, each with its source.
public struct SystemDeclaration: Sendable, Hashable {
    /// The name of the system.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The document that describes it.
    public let source: String
    /// The stages from samples to orientation, with the parameters that are not in ``constants``.
    public let orientation: String
    /// The constants with their sources.
    public let constants: [SystemConstant]
    /// The same stages as parsed from a file; `nil` if ``orientation`` must be parsed.
    let pipeline: [StageText]?

    /// Creates a declaration with a SPEC for its pipeline.
    public init(
        name: String,
        summary: String,
        source: String,
        orientation: String,
        constants: [SystemConstant]
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.orientation = orientation
        self.constants = constants
        pipeline = nil
    }

    /// Creates a declaration from parsed stages, which know their position in a file.
    public init(
        name: String,
        summary: String,
        source: String,
        pipeline: [StageText],
        constants: [SystemConstant]
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.orientation = pipeline.map(\.name).joined(separator: "+")
        self.constants = constants
        self.pipeline = pipeline
    }

    /// Returns the stages from samples to orientation with their constants: sampling and compass, then those of
    /// ``orientation``.
    ///
    /// - Throws: `InputError` for an invalid pipeline, and for a constant that no stage has.
    public func orientationStages() throws(InputError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).orientationStages
    }

    /// Returns the stages of ``orientation`` with their constants.
    ///
    /// - Throws: `InputError` for an invalid pipeline, and for a constant that no stage has.
    public func pipelineStages() throws(InputError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).pipeline
    }
}

/// A constant of a described system, with its source.
public struct SystemConstant: Sendable, Hashable {
    /// The stage of the constant.
    public let stage: SystemStage
    /// The name of the parameter. For ``SystemStage/orientation`` it is a parameter of the pipeline, preceded by the
    /// stage's name if several stages have it: `lowPass.alpha`.
    public let name: String
    /// The value as in a SPEC, with its unit: `30Hz`.
    public let text: String
    /// The formula, listing or section; or the reason for the choice if the document has no value.
    public let source: String

    /// Creates a constant.
    public init(_ stage: SystemStage, _ name: String, _ text: String, _ source: String) {
        self.stage = stage
        self.name = name
        self.text = text
        self.source = source
    }
}
