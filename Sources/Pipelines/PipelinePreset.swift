/// A pipeline with a name of its own, which stands for its whole SPEC.
public struct PipelinePreset: Sendable, Hashable {
    public let name: String
    /// What the name stands for.
    public let specification: String
    /// One line for listings.
    public let summary: String
    /// Paper or seed document that describes it.
    public let source: String
}
