/// The error for an invalid SPEC, with its position, cause and remedy.
public struct SpecificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The SPEC as written, or the path of the file with the SPEC.
    public let specification: String
    /// The line in a file, counted from 1; nil for a SPEC on the command line.
    public let line: Int?
    /// The column in the SPEC or the line, counted from 1.
    public let column: Int
    /// What is wrong, as a noun phrase.
    public let found: String
    /// What is valid in its place, as a noun phrase.
    public let expected: String
    /// What the user can do.
    public let remedy: String

    /// Creates the error from its parts.
    public init(specification: String, line: Int? = nil, column: Int, found: String, expected: String, remedy: String) {
        self.specification = specification
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// The message: position, found, expected and remedy.
    public var description: String {
        let place = line.map { "\(specification):\($0):\(column)" } ?? "pipeline '\(specification)', column \(column)"
        return "\(place): found \(found), expected \(expected); \(remedy)"
    }
}
