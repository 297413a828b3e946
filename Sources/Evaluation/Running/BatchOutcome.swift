public import Recordings

/// The outcome of a batch: the runs of recordings that were evaluated, and the errors of those that failed.
public struct BatchOutcome: Sendable {
    /// A recording that could not be evaluated.
    public struct Failure: Sendable {
        /// The path as given.
        public var path: String
        /// What is wrong with the recording, and where.
        public var error: InputError
    }

    /// A recording that was evaluated although it disagrees with physics.
    public struct Warning: Sendable, Hashable {
        /// The path as given.
        public var path: String
        /// The disagreement between the recording and physics.
        public var mismatch: RecordingMismatch
    }

    /// The runs in the order recordings × pipelines, without failed recordings.
    public internal(set) var outcomes: [RecordingEvaluation.Outcome] = []
    /// The failures in the order of the recordings.
    public internal(set) var failures: [Failure] = []
    /// The runs that failed because an estimator from outside failed, in the order of ``outcomes``. Their outcomes have no
    /// figures.
    public internal(set) var failedRuns: [Failure] = []
    /// The warnings in the order of the recordings, then of the checks. The remarks of the runs repeat them.
    public internal(set) var warnings: [Warning] = []
}

/// The progress of an evaluation.
public struct EvaluationProgress: Sendable, Hashable {
    /// The number of finished recordings.
    public let done: Int
    /// The number of all recordings.
    public let total: Int
    /// The recording that finished last.
    public let name: String
}
