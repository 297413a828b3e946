/// A SPEC that says nothing that could be run: where, what was found, what was expected, and what to do.
public struct SpecificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The SPEC as it was given, or the file that holds it.
    public let specification: String
    /// Characters into the SPEC, counted from 1.
    public let column: Int
    public let found: String
    public let expected: String
    public let remedy: String

    public init(specification: String, column: Int, found: String, expected: String, remedy: String) {
        self.specification = specification
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    public var description: String {
        "pipeline '\(specification)', column \(column): found \(found), expected \(expected); \(remedy)"
    }
}
