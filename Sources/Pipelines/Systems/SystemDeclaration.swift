/// A described system as a reader writes it down: its pipeline's SPEC, and what it says differently from the stages'
/// defaults, each with its source.
public struct SystemDeclaration: Sendable, Hashable {
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The document that describes it.
    public let source: String
    /// The stages between samples and orientation, with the parameters that are no ``constants``.
    public let orientation: String
    public let constants: [SystemConstant]
    /// The same stages where they were read from a file; nil where ``orientation`` is to be read.
    let pipeline: [StageText]?

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

    /// The same with stages that were read elsewhere, which know where they stand.
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

    /// The stages from samples to orientation with the constants in them: what the system reads of the sensors and the
    /// compass, then those of ``orientation``.
    ///
    /// - Throws: ``SpecificationError`` for what is no pipeline, and for a constant that fits no stage.
    public func orientationStages() throws(SpecificationError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).orientationStages
    }

    /// The stages of ``orientation`` with the constants in them.
    ///
    /// - Throws: ``SpecificationError`` for what is no pipeline, and for a constant that fits no stage.
    public func pipelineStages() throws(SpecificationError) -> [StageText] {
        try SystemSettings(self, text: name, column: 1).pipeline
    }
}
