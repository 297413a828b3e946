import SensorModel

/// An error in input data: its location, the faulty content, the expected content, and the remedy.
///
/// Its description is one line: `file:line:column: found …, expected …; remedy`.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var file: String
    /// The line, counted from 1; nil for an error of the whole file.
    public var line: Int?
    /// The byte in the line, counted from 1; nil for an error of the whole line.
    public var column: Int?
    /// The faulty content in words.
    public var found: String
    /// The expected content in words.
    public var expected: String
    /// The action that fixes the error, in words.
    public var remedy: String
    /// Whether the environment (permissions, disk) caused the error rather than the data.
    public var isEnvironment: Bool

    /// Makes an error. See the properties for the parameters.
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

    /// The error in one line of words. Control characters are written as `\u{1B}`.
    public var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let line, line > 0, let column { place += ":\(column)" }
        return "\(place): found \(found), expected \(expected); \(remedy)".withoutControlCharacters
    }
}

extension InputError {
    /// The error for a file without the expected content.
    ///
    /// - Parameters:
    ///   - thing: the name of the content, in the singular.
    ///   - path: the file.
    ///   - leftOut: the other content of the file, with its counts.
    ///   - expected: the expected content in words.
    init(noneOf thing: String, in path: String, leftOut: [String: Int], expected: String) {
        let others = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        self.init(
            file: path,
            found: others.isEmpty ? "no \(thing)" : "no \(thing), only \(others.joined(separator: " and "))",
            expected: expected,
            remedy: "check that the file was written to its end, and that it is a file of \(thing)s"
        )
    }
}

extension StringProtocol {
    /// The first 40 characters on one line, for a message. Time does not grow with the text.
    package var excerpt: String {
        let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 40 ? words.prefix(40) + "…" : words
    }
}
