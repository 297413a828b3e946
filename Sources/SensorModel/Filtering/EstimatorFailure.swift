/// The reason why an estimator from outside stopped: what its program did, what was expected and how to correct it.
public struct EstimatorFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The program as the SPEC names it.
    public let program: String
    /// What the program did.
    public let found: String
    /// What was expected instead.
    public let expected: String
    /// What the user can do.
    public let remedy: String

    /// A failure with these parts, each a phrase without punctuation at its end.
    public init(program: String, found: String, expected: String, remedy: String) {
        self.program = program
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// The message on one line, without the recording.
    public var description: String { "\(program): found \(found), expected \(expected); \(remedy)" }
}
