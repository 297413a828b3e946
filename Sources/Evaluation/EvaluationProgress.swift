/// How far an evaluation is.
public struct EvaluationProgress: Sendable, Hashable {
    /// Recordings that are done.
    public let done: Int
    /// Recordings in all.
    public let total: Int
    /// The recording that was finished last.
    public let name: String
}
