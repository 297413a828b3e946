public import Evaluation

/// A row of a store: one setting of a pipeline over one recording.
public struct StoredCell: Sendable, Hashable {
    public var recording: CellRecording
    public var pipeline: CellPipeline
    public var tool: EvaluationResults.Tool
    /// The figures that could be measured.
    public var values: [MetricName: Double]
    /// What else is known of the run.
    let context: Int64
}
