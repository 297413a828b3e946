public import Recordings

/// What several recordings gave: the runs of those that could be evaluated, and what is wrong with the others.
public struct BatchOutcome: Sendable {
    /// A recording that could not be evaluated.
    public struct Failure: Sendable {
        /// The path as it was given.
        public var path: String
        public var error: InputError
    }

    /// A recording that was evaluated although it does not agree with physics.
    public struct Warning: Sendable, Hashable {
        /// The path as it was given.
        public var path: String
        public var mismatch: RecordingMismatch
    }

    /// In the order recordings × pipelines were given, without the recordings that failed.
    public internal(set) var outcomes: [RecordingEvaluation.Outcome] = []
    /// In the order in which recordings were given.
    public internal(set) var failures: [Failure] = []
    /// In the order in which recordings were given, and of the checks. They stand in the remarks of the runs, too.
    public internal(set) var warnings: [Warning] = []
}
