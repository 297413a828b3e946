/// A recording that was asked for and could not be evaluated.
public struct FailedRecording: Sendable, Hashable, Codable {
    /// The path as it was given.
    public var path: String
    /// What is wrong with it, in one line: where, what was found, what was expected, and what to do.
    public var error: String

    public init(path: String, error: String) {
        self.path = path
        self.error = error
    }
}
