/// A name or value in a SPEC that does not fit: what was found, what was expected, what to do.
public struct ParameterError: Error, Sendable, Hashable, CustomStringConvertible {
    public let found: String
    public let expected: String
    public let remedy: String

    public init(found: String, expected: String, remedy: String) {
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    public var description: String { "found \(found), expected \(expected); \(remedy)" }
}
