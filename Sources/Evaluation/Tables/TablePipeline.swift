public import Pipelines

/// A pipeline of a report table, and what the table calls it.
public struct TablePipeline: Sendable {
    public var name: String
    /// The value of the parameter that the table goes through; nil where it goes through none.
    public var value: Double?
    public var specification: PipelineSpecification
}
