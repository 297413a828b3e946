/// An invalid name or value in a SPEC or an option: what was found, what was expected and how to correct it.
public struct ParameterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid name or value.
    public let found: String
    /// What was expected instead.
    public let expected: String
    /// What the user can do.
    public let remedy: String

    /// An error with these three parts, each a phrase without punctuation at its end.
    public init(found: String, expected: String, remedy: String) {
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// The message on one line.
    public var description: String { "found \(found), expected \(expected); \(remedy)" }
}
