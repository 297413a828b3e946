/// What became of an experiment's cells.
public struct ExperimentOutcome: Sendable {
    public var progress: ExperimentProgress
    /// The recordings that could not be evaluated, in their order.
    public var failures: [BatchOutcome.Failure] = []
    /// What does not agree with physics, by recording, in their order.
    public var warnings: [BatchOutcome.Warning] = []
    /// Whether it was told to stop before its end.
    public var isStopped = false
}
