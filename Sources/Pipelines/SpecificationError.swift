/// A SPEC that says nothing that could be run: where, what was found, what was expected, and what to do.
public struct SpecificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The SPEC as it was given, or the file that holds it.
    public let specification: String
    /// The line of a SPEC that is a file, counted from 1.
    public let line: Int?
    /// Characters into the SPEC or the line, counted from 1.
    public let column: Int
    public let found: String
    public let expected: String
    public let remedy: String

    public init(specification: String, line: Int? = nil, column: Int, found: String, expected: String, remedy: String) {
        self.specification = specification
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    public var description: String {
        let place = line.map { "\(specification):\($0):\(column)" } ?? "pipeline '\(specification)', column \(column)"
        return "\(place): found \(found), expected \(expected); \(remedy)"
    }
}
