/// One number or word of a described system, and where its document says it.
public struct SystemConstant: Sendable, Hashable {
    public let stage: SystemStage
    /// The parameter's name; of ``SystemStage/orientation`` that of a stage of the pipeline, led by the stage's name where
    /// several have it: `lowPass.alpha`.
    public let name: String
    /// As a SPEC writes it, with its unit: `30Hz`.
    public let text: String
    /// Formula, listing or section; or why it was chosen, where the document does not say.
    public let source: String

    public init(_ stage: SystemStage, _ name: String, _ text: String, _ source: String) {
        self.stage = stage
        self.name = name
        self.text = text
        self.source = source
    }
}
