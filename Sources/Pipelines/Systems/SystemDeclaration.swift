public import SensorModel

/// An AR system as declared in code or in a file: the text of its pipeline, and the constants that differ from the
/// stages' defaults, each with its source.
public struct SystemDeclaration: Sendable, Hashable {
    /// The name of the system.
    public let name: String
    /// A one-line description for listings.
    public let summary: String
    /// The document that describes the system.
    public let source: String
    /// The text of the pipeline from samples to orientation, without the parameters in ``constants``.
    public let orientation: String
    /// The constants that differ from the stages' defaults, with their sources.
    public let constants: [SystemConstant]
    /// The stages of ``orientation``, parsed from a file; `nil` if ``orientation`` must be parsed.
    let pipeline: [StageText]?

    /// Creates a declaration from the text of its pipeline.
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

    /// Creates a declaration from parsed stages. The stages contain their line and column in a file, which error
    /// messages state.
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

    /// Returns the stages from samples to orientation with their constants: sampling, compass, and the stages of
    /// ``orientation``.
    ///
    /// - Throws: `InputError` if the pipeline is invalid, or if no stage has a parameter with the name of a constant.
    public func orientationStages() throws(InputError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).orientationStages
    }

    /// Returns the stages of ``orientation`` with their constants.
    ///
    /// - Throws: `InputError` if the pipeline is invalid, or if no stage has a parameter with the name of a constant.
    public func pipelineStages() throws(InputError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).pipeline
    }
}

/// A constant of an AR system, with its source.
public struct SystemConstant: Sendable, Hashable {
    /// The stage that the constant belongs to.
    public let stage: SystemStage
    /// The name of the parameter. For ``SystemStage/orientation``, the parameter belongs to a stage of the pipeline. If
    /// several stages have a parameter of this name, the stage's name precedes it: `lowPass.alpha`.
    public let name: String
    /// The value as text with its unit: `30Hz`.
    public let text: String
    /// The formula, listing or section that states the value, or the reason for the choice if no document states it.
    public let source: String

    /// Creates a constant of a stage from its name, its value as written, and its source.
    public init(_ stage: SystemStage, _ name: String, _ text: String, _ source: String) {
        self.stage = stage
        self.name = name
        self.text = text
        self.source = source
    }
}
