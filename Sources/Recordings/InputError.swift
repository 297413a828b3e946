/// Bad input data: where it is, what was found there, what was expected, and what to do.
///
/// One line in words: `file:line:column: found …, expected …; what to do`.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    public var file: String
    /// Counted from 1; nil where the whole file is meant.
    public var line: Int?
    /// Bytes into the line, counted from 1; nil where the whole line is meant.
    public var column: Int?
    public var found: String
    public var expected: String
    public var remedy: String
    /// Whether the surroundings are at fault (permissions, disk) rather than the data.
    public var isEnvironment: Bool

    public init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        found: String,
        expected: String,
        remedy: String,
        isEnvironment: Bool = false
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.isEnvironment = isEnvironment
    }

    public var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let line, line > 0, let column { place += ":\(column)" }
        return "\(place): found \(found), expected \(expected); \(remedy)"
    }
}
