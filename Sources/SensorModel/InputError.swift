/// An error in an input of the user: a file, a SPEC (the text of a pipeline), an option or a program.
///
/// The description is one line with the location, the message and the advice:
/// `walk/gyroscope.csv:12:5: the row has 3 fields, but should have 4; correct or remove the row`.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause of an error, which determines the exit code.
    public enum Cause: Sendable, Hashable {
        /// The arguments are wrong.
        case usage
        /// The content of a file or the output of a program is wrong.
        case data
        /// The disk, permissions or another process prevent the operation.
        case environment
    }

    /// The path of the file, the SPEC, or the name of the program; `nil` for an error without a location.
    public var source: String?
    /// The line, counted from 1; `nil` for an error of the whole file.
    public var line: Int?
    /// The byte in the line, or the character in the SPEC, counted from 1; `nil` for an error of the whole line.
    public var column: Int?
    /// The message, a sentence without an initial capital and without a full stop.
    public var message: String
    /// The advice to the user, in the form of ``message``; `nil` if the message is sufficient.
    public var advice: String?
    /// The cause of the error, which determines the exit code.
    public var cause: Cause
    /// A Boolean value that indicates whether the cause of the error is an unknown layout (file format) of a recording.
    public var hasUnknownLayout = false

    /// Creates a usage error without a location. The caller can later add the option or the file to the error.
    public init(message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
        cause = .usage
    }

    /// Creates an error in a file.
    public init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        message: String,
        advice: String? = nil,
        isEnvironment: Bool = false
    ) {
        self.init(message: message, advice: advice)
        source = file
        self.line = line
        self.column = column
        cause = isEnvironment ? .environment : .data
    }

    /// Creates an error in a SPEC, the text of a pipeline.
    ///
    /// - Parameters:
    ///   - specification: the SPEC, or the path of the file that contains the SPEC.
    ///   - line: the line in the file; `nil` for a SPEC on the command line.
    ///   - column: the column in the SPEC or the line, counted from 1.
    ///   - message: the problem, as a clause without a full stop.
    ///   - advice: the next step for the user; `nil` if the message is sufficient.
    public init(specification: String, line: Int? = nil, column: Int, message: String, advice: String? = nil) {
        self.init(message: message, advice: advice)
        source = line == nil ? "pipeline '\(specification)'" : specification
        self.line = line
        self.column = column
    }

    /// The location: `file:line:column`, or `pipeline 'SPEC', column 3`; empty if the error has no source.
    public var location: String {
        guard let source else { return "" }
        guard let line else { return column.map { "\(source), column \($0)" } ?? source }
        guard line > 0, let column else { return "\(source):\(line)" }
        return "\(source):\(line):\(column)"
    }

    /// The location, if there is one, and the message. Control characters are escaped, for example as `\u{1B}`.
    public var statement: String {
        (source == nil ? message : "\(location): \(message)").withoutControlCharacters
    }

    /// The location, message and advice in one line. Control characters are escaped, for example as `\u{1B}`.
    public var description: String {
        guard let advice else { return statement }
        return "\(statement); \(advice)".withoutControlCharacters
    }

    /// A Boolean value that indicates whether the disk, permissions or another process caused the error.
    public var isEnvironment: Bool { cause == .environment }

    /// Returns a copy of the error with the recording's name in front of the location.
    package func over(_ recording: String) -> InputError {
        var error = self
        error.source = "\(recording): \(location)"
        return error
    }
}
