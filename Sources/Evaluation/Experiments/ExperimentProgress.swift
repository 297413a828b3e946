/// The progress of an experiment.
public struct ExperimentProgress: Sendable, Hashable {
    /// The number of cells that this process ran.
    public var ran = 0
    /// The number of cells that were done before, or by another process.
    public var found = 0
    /// The number of cells of recordings that could not be read, and of estimators from outside that failed.
    public var failed = 0
    /// The number of all cells.
    public let total: Int

    /// Creates the progress of a run that has not started.
    public init(total: Int) {
        self.total = total
    }

    /// The number of finished cells.
    public var done: Int { ran + found + failed }
}

/// The outcome of the run of an experiment.
public struct ExperimentOutcome: Sendable {
    /// The counts of cells.
    public var progress: ExperimentProgress
    /// The recordings that could not be evaluated, in their order.
    public var failures: [BatchOutcome.Failure] = []
    /// The runs in which an estimator from outside failed, in the order of the cells; the first of each pipeline over a
    /// recording. Their cells are not stored.
    public var failedRuns: [BatchOutcome.Failure] = []
    /// The disagreements with physics by recording, in their order.
    public var warnings: [BatchOutcome.Warning] = []
    /// Whether the run was stopped before its end.
    public var isStopped = false
}
